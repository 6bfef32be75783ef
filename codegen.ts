import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, printSchema } from 'graphql';
import { scalars } from './src/clients/scalars.ts';

const subgraph = readFileSync('schema.graphql', 'utf8');
const entities = parse(subgraph).definitions.flatMap((definition) =>
  definition.kind === Kind.OBJECT_TYPE_DEFINITION &&
  definition.directives?.some((directive) => directive.name.value === 'key')
    ? [definition.name.value]
    : [],
);

/** What the federation runtime adds to the subgraph and schema.graphql does not show. */
const federationRoot = /* GraphQL */ `
  scalar _Any
  union _Entity = ${entities.join(' | ')}
  extend type Query {
    _entities(representations: [_Any!]!): [_Entity]!
  }
`;

const schemaAst = buildSchema(`${subgraph}\n${federationRoot}`, { assumeValidSDL: true });
const schema = parse(printSchema(schemaAst));

const documentOf = (location: string, rawSDL: string) => ({ location, rawSDL, document: parse(rawSDL) });

async function write(outputs: readonly Parameters<typeof codegen>[0][]): Promise<void> {
  // Together, because the preset waits in one output for another one.
  const contents = await Promise.all(
    outputs.map((output) => codegen({ ...output, schemaAst, importExtension: '.ts', emitLegacyCommonJSImports: true })),
  );
  for (const [index, { filename }] of outputs.entries()) {
    mkdirSync(dirname(filename), { recursive: true });
    writeFileSync(filename, contents[index] ?? '');
  }
}

/** Writes what the client preset of codegen generates for operations. @param folder ends with a slash */
export async function writeClientDocuments(
  folder: string,
  operations: readonly string[],
  presetConfig: object,
): Promise<void> {
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    schema,
    schemaAst,
    documents: operations.map((text, index) => documentOf(`operation ${index}`, text)),
    config: {
      useTypeImports: true,
      importExtension: '.ts',
      strictScalars: true,
      scalars: { ...scalars, _Any: 'unknown' },
    },
    presetConfig,
    plugins: [],
    pluginMap: {},
  });
  await write(outputs);
}

/** Writes typed documents of the operations that tests send. */
async function writeTestDocuments(): Promise<void> {
  const files = globSync('test/graph/**/*.graphql').toSorted();
  await write([
    {
      filename: 'test/support/generated/operations.ts',
      schema,
      documents: files.map((file) => documentOf(file, readFileSync(file, 'utf8'))),
      config: {
        documentMode: 'string',
        useTypeImports: true,
        scalars: { ...scalars, File: 'unknown', _Any: '{ __typename: string; [key: string]: unknown }' },
      },
      plugins: [{ 'typescript-operations': {} }, { 'typed-document-node': {} }],
      pluginMap: { 'typescript-operations': typescriptOperations, 'typed-document-node': typedDocumentNode },
    },
  ]);
}

if (import.meta.main) {
  const app = readFileSync('test/clients/apps/operations.ts', 'utf8');
  const operations = Array.from(app.matchAll(/graphql\(`([^`]+)`\)/g), ([, operation = '']) => operation);
  await writeTestDocuments();
  await writeClientDocuments('test/clients/generated/', operations, { fragmentMasking: false });
}
