import type { CodegenConfig } from '@graphql-codegen/cli';

/** What the federation runtime adds to the subgraph and schema.graphql does not show. */
const federationRoot = /* GraphQL */ `
  scalar _Any
  union _Entity =
    | Activity
    | CallScore
    | CoachingFeedback
    | Comment
    | Company
    | EducationInstitution
    | List
    | ListEntry
    | SavedSearch
    | Signal
    | TalentUser
    | User
    | Webhook
  extend type Query {
    _entities(representations: [_Any!]!): [_Entity]!
  }
`;

/** Typed documents of the operations that tests send, checked against the committed schema. */
const config: CodegenConfig = {
  schema: ['schema.graphql', federationRoot],
  documents: 'test/graph/**/*.graphql',
  generates: {
    'test/support/generated/operations.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        useTypeImports: true,
        scalars: {
          ID: 'string',
          Date: 'string',
          DateTime: 'string',
          EmailAddress: 'string',
          PartialDate: 'string',
          URL: 'string',
          JSON: 'unknown',
          _Any: '{ __typename: string; [key: string]: unknown }',
        },
      },
    },
  },
};

export default config;
