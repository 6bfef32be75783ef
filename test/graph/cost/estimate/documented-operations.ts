import { readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { readExamples } from '../../../../src/http/graphql/graphiql/examples.ts';

export interface DocumentedOperation {
  name: string;
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

const pages = ['README.md', 'src/graph/README.md'];

/** The call budget example of `src/graph/README.md` with the largest page that fits. */
const largestOutputs =
  'query LargestOutputs { activities(first: 66) { nodes { id summary { content } actionItems { id text } questions { text } } } }';

/** GraphQL blocks of the documentation, `largestOutputs`, and operations of all GraphiQL tabs. */
export const documentedOperations: DocumentedOperation[] = [
  ...pages.flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(/```graphql\n([^`]+)```/g), ([, query = '']) => ({ query })),
  ),
  { query: largestOutputs },
  ...readExamples().flatMap(({ examples }) => examples),
].flatMap(({ query, ...tab }) =>
  parse(query).definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const operationName = definition.name?.value;
    const variables: Record<string, unknown> = JSON.parse(
      'variables' in tab && typeof tab.variables === 'string' ? tab.variables : '{}',
    );
    return [{ name: operationName ?? query.slice(0, 40), query, operationName, variables }];
  }),
);

const range = (length: number) => Array.from({ length }, (_, index) => index);
const references = (type: string, count: number) =>
  range(count).map((index) => ({ __typename: type, id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }));

const join = (type: string, count: number, selection: string): DocumentedOperation => ({
  name: `a join of ${count} ${type}`,
  query: `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on ${type} ${selection} } }`,
  operationName: undefined,
  variables: { representations: references(type, count) },
});

/**
 * The largest joins of a gateway: 1,000 representations of entities that are loaded in batches, or
 * 200 signals, because each signal needs a call and an operation makes at most 200 calls.
 */
export const gatewayJoins: DocumentedOperation[] = [
  join('Company', 1000, '{ name domain industry }'),
  join('EducationInstitution', 1000, '{ name country }'),
  join('User', 1000, '{ name email teamName }'),
  join('List', 1000, '{ name isPrivate accesses { name } creator { name } }'),
  join('SavedSearch', 1000, '{ title filters { key } }'),
  join('Activity', 1000, '{ title startedAt host { name } participants { name } }'),
  join('CallScore', 1000, '{ score user { name } }'),
  join('CoachingFeedback', 1000, '{ score coach { name } }'),
  join('Comment', 1000, '{ text user { name } }'),
  join('Signal', 200, '{ fullName experiences { title company { name } } taggings { tag } }'),
];
