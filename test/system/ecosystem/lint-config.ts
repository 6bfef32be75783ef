import { configs, parser, rules } from '@graphql-eslint/eslint-plugin';
import type { ESLint, Linter } from 'eslint';
import { z } from 'zod';

/** Types without an ID, because they are a part or a computed value of the object that returns them. */
const withoutId = [
  'ActionItemMoment',
  'ActivityProcessing',
  'City',
  'CommentMoment',
  'Connector',
  'ConnectorTool',
  'Education',
  'Experience',
  'InputIssue',
  'Listen',
  'Organization',
  'PageInfo',
  'Question',
  'SavedActorFilter',
  'SavedDateRange',
  'SavedDiscoveredFilter',
  'SavedNameFilter',
  'SavedSignalFilter',
  'SearchFilter',
  'SignalFacetGroup',
  'SignalFacets',
  'SignalFacetValue',
  'SignalScreening',
  'SignalView',
  'Speaker',
  'Summary',
  'Tagging',
  'TeamContact',
  'TopicMatch',
  'Transcript',
  'TranscriptSegment',
  'Viewer',
  'WebhookSample',
];

const [, naming] = configs['flat/schema-recommended'].rules['@graphql-eslint/naming-convention'];

/** The recommended rules for schemas, and Relay's. A comment explains each exception. */
const schemaRules: Linter.RulesRecord = {
  ...configs['flat/schema-recommended'].rules,
  ...configs['flat/schema-relay'].rules,
  // Connections, edges and results of mutations are not domain objects, so they need no ID.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    { exceptions: { types: withoutId, suffixes: ['Connection', 'Edge', 'Success', 'Problem'] } },
  ],
  // Relay's compiler requires names such as `fetch__Signal`.
  '@graphql-eslint/naming-convention': [
    'error',
    { ...naming, FieldDefinition: { style: 'camelCase', ignorePattern: '^fetch__' } },
  ],
  // The only finding is false: `Listen.listenedAt` begins with `listened`, which is another word.
  '@graphql-eslint/no-typename-prefix': 'off',
  // Short lists, such as a person's experiences, need no pages. A subgraph does not define `Node`.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
  ],
  // The tools of the services cannot page backwards.
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
};

/** The recommended rules for operations. */
const operationRules: Linter.RulesRecord = {
  ...configs['flat/operations-recommended'].rules,
  // Operations of different documentation pages and clients can have the same name.
  '@graphql-eslint/unique-operation-name': 'off',
};

/** Parsed, because ESLint's type rejects how the plugin types the documentation of its rules. */
const plugin = z.custom<ESLint.Plugin>((value) => typeof value === 'object').parse({ rules });

/** Checks `schema.graphql` and the documents in the folder `operations`. */
export function lintConfig(folder: string): Linter.Config[] {
  const languageOptions = {
    parser,
    parserOptions: {
      graphQLConfig: { schema: `${folder}/schema.graphql`, documents: `${folder}/operations/*.graphql` },
    },
  };
  const plugins = { '@graphql-eslint': plugin };
  return [
    { files: ['schema.graphql'], languageOptions, plugins, rules: schemaRules },
    { files: ['operations/*.graphql'], languageOptions, plugins, rules: operationRules },
  ];
}
