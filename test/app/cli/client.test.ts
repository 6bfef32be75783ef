import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientNames } from '../../../src/app/cli/client-code.ts';

const run = promisify(execFile);

async function printClient(name: string, environment: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, ...environment };
  return (await run(process.execPath, ['src/main.ts', 'client', name], { env })).stdout;
}

/** The compiler options of Vite's template `react-ts`, and the strictest ones besides. */
const compilerOptions = {
  target: 'es2023',
  lib: ['ES2023', 'DOM'],
  module: 'esnext',
  types: [],
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
};

describe('npm run cli -- client', () => {
  let folder: string;
  let printed: string[];
  beforeAll(async () => {
    // Packages can be imported from here.
    folder = await mkdtemp(resolve('node_modules/.cache/printed-'));
    printed = await Promise.all(
      clientNames.map((name) => printClient(name, { GRAPH_TYPE_PREFIX: 'Deal', PUBLIC_URL: 'https://graph.example' })),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('prints files that compile in a new app', async () => {
    const files = clientNames.map((name) => `${name}.ts`);
    await Promise.all(files.map((file, index) => writeFile(join(folder, file), printed[index] ?? '')));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await expect(run(resolve('node_modules/.bin/tsc'), ['--project', folder])).resolves.toMatchObject({ stdout: '' });
  });

  it('begins with the packages to install', () => {
    for (const text of printed) expect(text).toMatch(/^\/\/ npm install [^\n]+\nimport /);
  });

  it('prints the address of the server', () => {
    for (const text of printed) expect(text).toContain("graphUrl = 'https://graph.example/graphql';");
    expect(printed.join('')).not.toContain('127.0.0.1');
  });

  it('prints the names of a server with GRAPH_TYPE_PREFIX', () => {
    const [apollo = '', urql = '', relay = ''] = printed;
    for (const text of [apollo, urql]) expect(text).toMatch(/"Query": \{[^}]*"dealSignals": \[ "filter" \]/);
    for (const text of [apollo, urql, relay]) {
      expect(text).toContain('"DealListEntry"');
      expect(text).not.toContain('"ListEntry"');
    }
  });

  it('names the clients that it knows', async () => {
    await expect(printClient('redux')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Allowed choices are apollo, urql, relay, graphql-request.'),
    });
  });

  it('is rejected without a graph', async () => {
    const message = 'SERVES has no graph. Run this command where the graph is.\n';
    await expect(printClient('urql', { SERVES: 'platform' })).rejects.toMatchObject({ code: 1, stderr: message });
  });
});
