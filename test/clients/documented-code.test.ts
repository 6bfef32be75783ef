import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ApolloClient } from '@apollo/client';
import { build } from 'esbuild';
import { parse, validate } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { commitMutation, Environment, fetchQuery } from 'relay-runtime';
import { Client } from 'urql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientNames } from '../../src/app/cli/client-code.ts';
import { graphUrl } from '../../src/clients/options.ts';
import { schema } from '../../src/graph/schema.ts';
import { createListBody, useHttpGraph } from '../http/http-graph.ts';
import { postJson } from '../support/network/post-json.ts';
import { listsQuery, renameListMutation } from './apps/operations.ts';
import type { ListsQuery, RenameListMutation } from './generated/graphql.ts';
import relayLists, { type relayListsQuery } from './generated/relay/relayListsQuery.graphql.ts';
import relayRename, { type relayRenameMutation } from './generated/relay/relayRenameMutation.graphql.ts';

const graphPage = await readFile('src/graph/README.md', 'utf8');
const clientPage = await readFile('src/clients/README.md', 'utf8');
const [, answers = ''] = graphPage.split(/^## (?=Common questions)/m);
const operations = [
  ...graphPage.matchAll(/```gql\n([\s\S]*?)```/g),
  ...answers
    .split(/^## /m, 1)
    .join('')
    .matchAll(/`((?:query )?[({][^`]*)`/g),
].map(([, operation = '']) => ({ operation }));

/** Each client with its section of the page. */
const sections = clientNames.map((name) => {
  const section = clientPage.split(/^## /m).find((text) => text.includes(`\`\`\`ts setup ${name}\n`)) ?? '';
  const [, setup = ''] = /```ts setup .*\n([\s\S]*?)```/.exec(section) ?? [];
  return { name, section, setup };
});

const packages = z
  .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile('package.json', 'utf8')));
const versions = { ...packages.dependencies, ...packages.devDependencies };

describe('the documentation of clients', () => {
  it('links to all code of the set-ups', async () => {
    const files = (await readdir('src/clients')).filter((name) => name.endsWith('.ts'));
    expect(files.filter((name) => !clientPage.includes(`(${name})`))).toEqual([]);
  });

  it.each(operations)('shows a valid operation: $operation', ({ operation }) => {
    expect(validate(schema, parse(operation))).toEqual([]);
  });

  describe.each(sections)('of $name', ({ name, section, setup }) => {
    it('begins with the packages of the set-up, in versions that are tested', async () => {
      const [install = ''] = /npm install .*/.exec(await readFile(`src/clients/${name}.ts`, 'utf8')) ?? [];
      expect(section.split('\n').slice(2, 4)).toEqual(['```sh', install]);
      const documented = install.split(' ').slice(2);
      expect(documented).toEqual(
        documented.map((each) => each.replace(/@\d+$/, '')).map((each) => `${each}@${versions[each]?.split('.')[0]}`),
      );
    });

    it('then shows a set-up of at most ten lines', () => {
      expect(setup.split('\n').filter(Boolean).length).toBeLessThanOrEqual(10);
      expect(setup).toContain(graphUrl);
    });
  });
});

describe('the first set-up of a client', () => {
  const graph = useHttpGraph();
  let folder: string;
  beforeAll(async () => {
    // Below `node_modules`, because the bundled set-ups import packages.
    folder = await mkdtemp(resolve('node_modules/.cache/documented-'));
    await postJson(`${graph.origin}/graphql`, createListBody.json('Founders'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(sections)('queries and mutates: $name', async ({ name, setup }) => {
    const contents = setup.replace(graphUrl, `${graph.origin}/graphql`);
    const stdin = { contents, loader: 'ts', resolveDir: 'src/clients' } as const;
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', packages: 'external', write: false });
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, outputFiles[0]?.text ?? '');
    const exported: Record<string, unknown> = await import(file);

    expect(await queryAndRename(exported['client'] ?? exported['environment'])).toEqual([1, 'name must not be empty.']);
  });
});

/** Returns the number of lists, and the message of the problem that the mutation returns. */
async function queryAndRename(client: unknown): Promise<unknown[]> {
  const variables = { id: 'lst_missing', name: ' ' };
  const read = (lists: ListsQuery | null | undefined, renamed: RenameListMutation | null | undefined) => [
    lists?.lists?.length,
    renamed && 'message' in renamed.renameList && renamed.renameList.message,
  ];
  if (client instanceof ApolloClient) {
    const { data } = await client.query({ query: listsQuery });
    return read(data, (await client.mutate({ mutation: renameListMutation, variables })).data);
  }
  if (client instanceof Client) {
    const { data } = await client.query(listsQuery, {});
    return read(data, (await client.mutation(renameListMutation, variables)).data);
  }
  if (client instanceof GraphQLClient) {
    return read(await client.request(listsQuery), await client.request(renameListMutation, variables));
  }
  if (!(client instanceof Environment)) return [];
  const data = await fetchQuery<relayListsQuery>(client, relayLists, {}).toPromise();
  const renamed = await new Promise<relayRenameMutation['response']>((onCompleted, onError) =>
    commitMutation<relayRenameMutation>(client, { mutation: relayRename, variables, onCompleted, onError }),
  );
  return [data?.lists?.length, renamed.renameList.message];
}
