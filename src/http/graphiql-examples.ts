/** The tabs that GraphiQL opens with; each is also run by a test. */
export const exampleTabs = [
  {
    query: `query NewestSignals {
  signals(first: 10) {
    totalCount
    nodes { id type score fullName headline }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
];
