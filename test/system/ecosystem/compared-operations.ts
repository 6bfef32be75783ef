import { documentedOperations } from '../../graph/cost/estimate/documented-operations.ts';
import { operationOf, rootFields } from '../../support/graph/schema-walk.ts';

export interface ComparedOperation {
  name: string;
  query: string;
  variables?: object | undefined;
  operationName?: string | undefined;
}

/** Documented operations except `_entities`, which only gateways send, and subscriptions. */
const documented: ComparedOperation[] = documentedOperations.filter(
  ({ query, operationName }) =>
    !query.includes('_entities') && !new RegExp(`subscription ${operationName ?? ''}\\b`).test(query),
);

/** Every query and mutation with unknown ids, which are answered with null, errors or problems. */
const unknownIds: ComparedOperation[] = rootFields.map((root) => {
  const { document, variables } = operationOf(root, { ids: ['00000000-0000-4000-8000-000000000000'], depth: 2 });
  return { name: `${root.kind} ${root.field.name} with unknown ids`, query: document, variables };
});

const problem = '__typename ... on Problem { code message } ... on InvalidInputProblem { issues { path message } }';
const entryFields = 'id addedAt signal { id fullName } list { id name }';

/** Mutations, queries that read the changed objects, and operations with rejected input. */
const changes: [name: string, query: string, variables?: object][] = [
  [
    'creates a list',
    `mutation { createList(input: { name: "Through a gateway" }) { ${problem} ... on CreateListSuccess { list { name isPrivate entryCount creator { isViewer } } } } }`,
  ],
  [
    'adds a signal',
    `mutation { addSignalToList(listId: "lst_boards", signalId: "sig_0586") { ${problem} ... on AddSignalToListSuccess { entry { signal { id fullName } list { id name } } } } }`,
  ],
  ['adds it again', `mutation { addSignalToList(listId: "lst_boards", signalId: "sig_0586") { ${problem} } }`],
  [
    'adds several',
    `mutation { addSignalsToList(listId: "lst_boards", signalIds: ["sig_0586", "sig_0001", "none", ""]) { ${problem} } }`,
  ],
  ['reads the list', `{ list(id: "lst_boards") { entryCount entries(first: 3) { totalCount } } }`],
  [
    'renames a list',
    `mutation { renameList(id: "lst_boards", name: "Boards of directors") { ${problem} ... on RenameListSuccess { list { id name } } } }`,
  ],
  ['rejects an empty name', `mutation { renameList(id: "lst_boards", name: "") { ${problem} } }`],
  [
    'rejects a long name',
    `mutation ($name: String!) { createList(input: { name: $name }) { ${problem} } }`,
    { name: 'n'.repeat(1000) },
  ],
  [
    'marks a signal as viewed',
    `mutation { markSignalViewed(id: "sig_0586") { ${problem} ... on MarkSignalViewedSuccess { signal { id viewerHasViewed } } } }`,
  ],
  [
    'makes several changes',
    `mutation { a: screenSignal(id: "sig_0002") { ${problem} } b: screenSignal(id: "none") { ${problem} } c: unscreenSignal(id: "sig_0002") { ${problem} } }`,
  ],
  ['reads an entry', `{ listEntry(listId: "lst_stealth", id: "ent_0001") { ${entryFields} } }`],
  ['pages too far', '{ signals(first: 101) { totalCount } }'],
  ['has an unknown cursor', '{ signals(first: 2, after: "nonsense") { totalCount } }'],
  ['has an invalid filter', '{ signals(filter: { minScore: 11 }) { totalCount } }'],
  ['fails in one field only', '{ users { name } signals(first: 0) { totalCount } }'],
  [
    'uploads a forbidden address',
    `mutation { uploadActivity(input: { hostUserEmail: "robin.sample@example.com", language: "en_GB", title: "T", recordingUrl: "http://127.0.0.1/a.vtt" }) { ${problem} } }`,
  ],
];

export const comparedOperations: ComparedOperation[] = [
  ...documented,
  ...unknownIds,
  ...changes.map(([name, query, variables]) => ({ name, query, variables })),
];

/** Operations that the graph rejects as a whole, by rules that gateways do not know. */
export const rejectedOperations = [
  { code: 'BAD_USER_INPUT', query: '{ signals(filter: { createdAfter: "soon" }) { totalCount } }' },
  {
    code: 'BAD_USER_INPUT',
    query: 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }',
    variables: { filter: { createdAfter: 'soon' } },
  },
  {
    code: 'COST_ESTIMATED_TOO_EXPENSIVE',
    query:
      '{ signals(first: 100) { nodes { samePersonSignals { samePersonSignals { samePersonSignals { samePersonSignals { id } } } } } } }',
  },
  {
    code: 'TOOL_CALL_BUDGET_EXCEEDED',
    query: '{ activities(first: 100) { nodes { summary { content } transcript { durationMs } } } }',
  },
];
