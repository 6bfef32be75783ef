import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitForOutput } from '../../support/process/program.ts';

/** Installs production dependencies in a clean folder, checks their size, and starts the server. */
const maxMegabytes = 330;
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'production-install-'));
try {
  for (const path of ['package.json', 'package-lock.json', 'src'])
    await cp(path, join(folder, path), { recursive: true });
  const { stdout, stderr } = await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  assert.doesNotMatch(`${stdout}${stderr}`, /graphiql|explorer|could not be prepared/i);

  const packages = join(folder, 'node_modules');
  for (const name of ['graphiql', 'monaco-editor', 'react', 'esbuild'])
    assert(!existsSync(join(packages, name)), `A production install contains ${name}.`);
  for (const name of ['.cache/compile', '.cache/database'])
    assert(existsSync(join(packages, name)), `A production install lacks ${name}.`);
  const { stdout: usage } = await run('du', ['-sm', packages]);
  const megabytes = Number.parseInt(usage, 10);
  assert(megabytes < maxMegabytes, `A production install has ${megabytes} MB; the limit is ${maxMegabytes} MB.`);

  // Without NODE_ENV=production, the server must start although the files of GraphiQL are missing.
  const child = spawn('node_modules/.bin/node', ['src/main.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: 'memory', DEMO_DATA: 'false', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = (await waitForOutput(child.stdout, /http:\S+\/graphql(?=\n)/)) ?? '';
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    assert.match(await response.text(), /This server has no GraphiQL/);
  } finally {
    child.kill();
  }
  console.log(`A production install has ${megabytes} MB.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
