import { prefixDocument } from '../../../graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../graph/prefix/prefixed-name.ts';
import { schema } from '../../../graph/schema.ts';

interface PageExample {
  title: string;
  explanation: string;
  query: string;
}

/** Without quotation marks, which shells and JSON would have to escape. */
const firstQuery = '{ signals(first: 2) { nodes { fullName headline } } }';

const examples: readonly PageExample[] = [
  {
    title: 'Find people who left to start something',
    explanation: 'One tool call for the page. Pass the end cursor as after to read the next page.',
    query: `query Founders {
  signals(first: 10, filter: { types: [STEALTH_POSITION], minScore: 7 }) {
    totalCount
    nodes { fullName headline score }
    pageInfo { hasNextPage endCursor }
  }
}`,
  },
  {
    title: 'Read the last conversations',
    explanation: 'One tool call for the page, and one for the summary of each conversation.',
    query: `query Conversations {
  activities(first: 5, filter: { status: COMPLETED }) {
    nodes { title startedAt summary { content } }
  }
}`,
  },
  {
    title: 'Create a list',
    explanation: 'A mutation returns its result or a problem, whose message you can show to the user.',
    query: `mutation CreateList {
  createList(input: { name: "People to meet" }) {
    ... on CreateListSuccess { list { id name } }
    ... on Problem { code message }
  }
}`,
  },
];

export function examplesWithPrefix(typePrefix: string): { firstQuery: string; examples: readonly PageExample[] } {
  const names = createPrefixedNames(schema, typePrefix);
  return {
    firstQuery: prefixDocument(firstQuery, names),
    examples: examples.map((example) => ({ ...example, query: prefixDocument(example.query, names) })),
  };
}
