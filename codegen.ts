import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { Kind, parse } from 'graphql';
import { scalars } from './src/clients/scalars.ts';

const entities = parse(readFileSync('schema.graphql', 'utf8')).definitions.flatMap((definition) =>
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

/** Typed documents of the operations that tests send, checked against the committed schema. */
const config: CodegenConfig = {
  schema: ['schema.graphql', federationRoot],
  generates: {
    'test/support/generated/operations.ts': {
      documents: 'test/graph/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        useTypeImports: true,
        scalars: { ...scalars, File: 'unknown', _Any: '{ __typename: string; [key: string]: unknown }' },
      },
    },
    'test/clients/generated/': {
      preset: 'client',
      documents: 'test/clients/apps/operations.ts',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        importExtension: '.ts',
        strictScalars: true,
        scalars: { ...scalars, _Any: 'unknown' },
      },
    },
  },
};

export default config;
