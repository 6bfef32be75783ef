import { symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientNames } from '../../../src/app/cli/client-code.ts';
import { compileApp } from '../../clients/compile-app.ts';
import { createFolder } from '../../support/folder.ts';
import { runCommand } from '../../support/process/cli.ts';
import { useResource } from '../../support/resource.ts';

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
    expect(await compileApp(folder, { files })).toBe('');
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
      stderr: 'SERVES does not include graph. Run this command on a node that serves the graph.\n',
    });
  });
});
