import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { clientFiles } from '../../src/graph/client-files.ts';
import { printSchema } from '../../src/graph/print-schema.ts';
import { schema } from '../../src/graph/schema.ts';
import { createFolder } from '../support/folder.ts';
import { useFreshResource } from '../support/resource.ts';

const run = promisify(execFile);
const compiler = resolve('node_modules/relay-compiler/cli.js');

const paged = (name: string, type: string, selection: string) => ({
  field: `fetch__${type}(id: $id)`,
  text: `fragment app_${name} on ${type} @refetchable(queryName: "${type}${name}Query")
    @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }) { ${selection} }`,
});

/** Fragments that page or reload a part of an object, each with the root field that its refetch query must have. */
const fragments = [
  paged(
    'entries',
    'List',
    'entries(first: $count, after: $cursor) @connection(key: "app_entries") { edges { node { id signal { id } } } }',
  ),
  paged(
    'matches',
    'SavedSearch',
    'signals(first: $count, after: $cursor) @connection(key: "app_signals") { edges { node { id } } }',
  ),
  paged(
    'segments',
    'Activity',
    'transcript { segments(first: $count, after: $cursor) @connection(key: "app_segments") { edges { node { text } } } }',
  ),
  paged(
    'news',
    'Company',
    'signals(first: $count, after: $cursor) @connection(key: "app_signals") { edges { node { id } } }',
  ),
  {
    field: 'fetch__Signal(id: $id)',
    text: `fragment app_lists on Signal @refetchable(queryName: "ListsQuery") { lists { id name } }`,
  },
  {
    field: 'fetch__User(id: $id)',
    text: `fragment app_member on User @refetchable(queryName: "MemberQuery") { name }`,
  },
];

const problems = `mutation appRenameMutation($id: ID!) {
  renameList(id: $id, name: "New") {
    ... on RenameListSuccess { list { id name } }
    ... on Problem { message code }
  }
}`;

describe("Relay's compiler", () => {
  const folder = useFreshResource(createFolder);

  const compile = async (files: Record<string, string>) => {
    const config = { src: './src', schema: './schema.graphql', schemaExtensions: ['.'], language: 'typescript' };
    await mkdir(folder.file('artefacts'));
    const documents = [...fragments.map(({ text }) => text), problems].map((text) => `graphql\`${text}\`;\n`);
    const written = { ...files, 'src/app.ts': documents.join('') };
    for (const [name, text] of Object.entries(written)) await folder.write(name, text);
    const file = await folder.write(
      'relay.config.json',
      JSON.stringify({ ...config, artifactDirectory: './artefacts' }),
    );
    await run(process.execPath, [compiler, file], { cwd: folder.path });
  };

  const printed = Object.fromEntries(clientFiles.map(({ name, print }) => [name, print(schema)]));

  it('compiles refetchable fragments on every type with a fetch__ field', async () => {
    await compile(printed);

    for (const { text, field } of fragments) {
      const [, query = ''] = /queryName: "(\w+)"/.exec(text) ?? [];
      expect(await readFile(folder.file(`artefacts/${query}.graphql.ts`), 'utf8')).toContain(field);
    }
    const fetched = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name.startsWith('fetch__'));
    expect(fragments.map(({ field }) => field.replace(/\(.*/, '')).toSorted()).toEqual(fetched.toSorted());
  });

  it.each([
    ['the schema of the subgraph', { 'schema.graphql': printSchema() }, 'SchemaExtension not implemented'],
    ['no extensions', { 'relay-extensions.graphql': '' }, 'Invalid use of @refetchable'],
  ])('fails with %s', async (_, files, message) => {
    await expect(compile({ ...printed, ...files })).rejects.toThrow(message);
  });
});
