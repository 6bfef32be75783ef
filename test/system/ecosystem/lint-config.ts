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

/** The recommended rules for schemas, with Relay's. Each exception has one sentence of reason. */
const schemaRules: Linter.RulesRecord = {
  ...configs['flat/schema-recommended'].rules,
  ...configs['flat/schema-relay'].rules,
  // Connections, edges and results of mutations are no objects of the domain.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    { exceptions: { types: withoutId, suffixes: ['Connection', 'Edge', 'Success', 'Problem'] } },
  ],
  // Relay's compiler requires names such as `fetch__Signal`.
  '@graphql-eslint/naming-convention': [
    'error',
    { ...naming, FieldDefinition: { style: 'camelCase', ignorePattern: '^fetch__' } },
  ],
  // `Listen.listenedAt` is the only finding; it begins with another word, and clients use it.
  '@graphql-eslint/no-typename-prefix': 'off',
  // Short lists, such as the experiences of a person, need no pages; a subgraph leaves `Node` to the supergraph.
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
  // Documents of several pages and clients can have the same name.
  '@graphql-eslint/unique-operation-name': 'off',
};

/** The plugin, whose types describe the documentation of its rules more strictly than those of ESLint. */
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
