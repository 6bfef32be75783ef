import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (file: string, args: string[]) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [file, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

describe('the command line', () => {
  it('prints its version, and usage lines as they are typed', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await run('src/start.js', ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { stdout } = await run('src/start.js', ['keys', 'generate', '--help']);
    expect(stdout).toMatch(/^Usage: npm run cli -- keys generate \[options\] <service>\n/);
    const choices =
      "error: command-argument value 'redux' is invalid for argument 'client'. Allowed choices are apollo, urql, relay, graphql-request.\n";
    expect(await run('src/start.js', ['client', 'redux'])).toEqual({ code: 1, stdout: '', stderr: choices });
  });

  /** Runs a copy of `start.js`, which npm scripts run, with a `main.ts` that prints `started`. */
  async function runCopy({ packages, change = '' }: { packages: string[]; change?: string }) {
    const folder = await mkdtemp(join(tmpdir(), 'start-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'src', 'main.ts'), "console.log('started');");
    for (const name of packages) await mkdir(join(folder, 'node_modules', name), { recursive: true });
    const copy = join(folder, 'src', 'start.js');
    await copyFile('src/start.js', copy);
    if (change !== '') await writeFile(copy, (await readFile(copy, 'utf8')).replace('const { node: version }', change));
    return run(copy, []);
  }

  it('says in one sentence that packages are missing', async () => {
    const stderr = 'The packages are not installed. Run npm ci, which also installs the right version of Node.js.\n';
    expect(await runCopy({ packages: [] })).toEqual({ code: 1, stdout: '', stderr });
    expect(await runCopy({ packages: ['commander'] })).toEqual({ code: 0, stdout: 'started\n', stderr: '' });
  });

  it('says in one sentence that Node.js is too old', async () => {
    const change = "const { version = '20.20.2' }";
    const { code, stdout, stderr } = await runCopy({ packages: ['commander'], change });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Node\.js 24 is required, but this is 20\.20\.2\. .*\n$/);
  });
});
