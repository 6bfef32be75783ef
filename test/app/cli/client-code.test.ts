import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientNames } from '../../../src/app/cli/client-code.ts';
import { clientFiles } from '../../../src/graph/client-files.ts';
import { schema } from '../../../src/graph/schema.ts';
import { createFolder } from '../../support/folder.ts';
import { runCommand } from '../../support/process/cli.ts';
import { useResource } from '../../support/resource.ts';

const run = promisify(execFile);

/** Returns the errors of the compiler. */
const compile = async (project: string) => (await run(resolve('node_modules/.bin/tsc'), ['--project', project])).stdout;

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
  const folder = useResource(createFolder);
  let printed: string[];
  beforeAll(async () => {
    await symlink(resolve('node_modules'), folder.file('node_modules'));
    printed = [];
    for (const name of clientNames) {
      const environment = { GRAPH_TYPE_PREFIX: 'Deal', PUBLIC_URL: 'https://graph.example' };
      printed.push((await runCommand(environment, ['client', name])).stdout);
    }
  });

  it('prints files that compile in a new app', async () => {
    const files = clientNames.map((name) => `${name}.ts`);
    await Promise.all(files.map((file, index) => folder.write(file, printed[index] ?? '')));
    await folder.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    expect(await compile(folder.path)).toBe('');
  });

  it('compiles with what the documented configuration of codegen generates', async () => {
    const page = await readFile('src/clients/README.md', 'utf8');
    const [, config = ''] = /```ts codegen.ts\n([\s\S]*?)```/.exec(page) ?? [];
    expect(config).toContain('http://127.0.0.1:4000/schema.graphql');
    const operation = 'mutation M($input: UploadActivityInput!) { uploadActivity(input: $input) { __typename } }';
    const app = `import { graphql } from './gql';\nexport const upload = graphql(\`${operation}\`);\n`;
    const files = {
      'codegen.ts': config.replace('http://127.0.0.1:4000/schema.graphql', 'schema.graphql'),
      'schema.graphql': clientFiles.find(({ name }) => name === 'schema.graphql')?.print(schema) ?? '',
      'src/app.tsx': app,
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    };
    const root = folder.file('app');
    for (const [name, text] of Object.entries(files)) await folder.write(`app/${name}`, text);
    await run(resolve('node_modules/.bin/graphql-codegen'), [], { cwd: root });
    expect(await compile(root)).toBe('');
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

  it('is rejected without a graph', async () => {
    expect(await runCommand({ SERVES: 'platform' }, ['client', 'urql'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'SERVES has no graph. Run this command where the graph is.\n',
    });
  });
});
