import { readFile } from 'node:fs/promises';
import { type DocumentNode, Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { countStatements, type StatementCounter } from '../../support/database/statement-counter.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { startApp } from '../../support/network/start-app.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { useResource } from '../../support/resource.ts';

/**
 * The queries and mutations of the examples, each with the calls that the comment above it lists.
 * The upload needs a file, so the test of the page runs it. `screens.test.ts` covers the screens.
 */
const examples = readExamples()
  .filter(({ title }) => title !== 'Screens')
  .flatMap((group) => group.examples)
  .filter(({ title }) => title !== 'Upload');
const operations = examples.flatMap(({ query, variables = '{}' }) =>
  operationsOf(parse(query)).map((operation) => ({
    name: operation.name?.value ?? 'unnamed',
    query,
    variables: JSON.parse(variables),
    isQuery: operation.operation === OperationTypeNode.QUERY,
    promised: promisedCalls(query, operation),
  })),
);

function operationsOf(document: DocumentNode): OperationDefinitionNode[] {
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => operation !== OperationTypeNode.SUBSCRIPTION);
}

/** The queries of the tabs and the page that `npm run bench -- peers` measures. */
const countedQueries = [
  ...operations.filter(({ isQuery }) => isQuery),
  {
    name: 'PageOf50',
    query: `query PageOf50 { signals(first: 50) { nodes { lists { name } experiences { company { name } }
      educations { institution { name } } } } }`,
    variables: {},
  },
];

/** Reads the last comment before the operation with `# Tool calls: 2` and its tools, such as `#   1 lists_get`. */
function promisedCalls(query: string, operation: OperationDefinitionNode) {
  const before = query.slice(0, operation.loc?.start ?? 0);
  const [, total, lines = ''] = [...before.matchAll(/^# Tool calls: (\d+)\n((?:# {3}\d+ \w+\n)*)/gm)].at(-1) ?? [];
  const calls = Object.fromEntries([...lines.matchAll(/(\d+) (\w+)/g)].map(([, count, tool]) => [tool, Number(count)]));
  return { total: Number(total), calls };
}

/** Finds the lengths of the lists that are nearest to the root. */
function lengthsOf(value: unknown): number[] {
  if (Array.isArray(value)) return [value.length];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(lengthsOf) : [];
}

const counted = (tools: string[]) =>
  Object.fromEntries([...Map.groupBy(tools, (tool) => tool)].map(([tool, calls]) => [tool, calls.length]));

describe('the example tabs', () => {
  let statements: StatementCounter;
  const database = useResource(openMemoryDatabase);
  const served = useResource(async () => {
    statements = countStatements(database);
    const parts = { database: statements.database, now: () => new Date('2028-02-29T00:00:00Z') };
    // The documented calls are those of a run without cached payloads.
    return serveApp(await startApp({ CACHE_SECONDS: '0' }, parts));
  });

  it.each(operations)(
    '$name makes the documented tool calls without errors',
    async ({ name, query, variables, promised }) => {
      const { errors, toolCalls } = await ask(`${served.url}/graphql`, query, variables, name);

      expect(errors).toEqual([]);
      expect({ total: toolCalls.length, calls: counted(toolCalls.map(({ tool }) => tool)) }).toEqual(promised);
    },
  );

  // The tests above have cached transcripts and other outputs. `--update` writes new numbers.
  it('runs exactly these numbers of tool calls and SQL statements, for lists of these lengths', async () => {
    // Operations take turns after 5 ms on the clock. Their calls could then start in different
    // iterations of the event loop, and their reads would not be merged.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const counts: string[] = [];
    for (const { name, query, variables } of countedQueries) {
      statements.take();
      const { data, toolCalls } = await ask(`${served.url}/graphql`, query, variables, name);
      const lengths = lengthsOf(data).join(' ');
      counts.push(`${name}: ${toolCalls.length} calls, ${statements.take()} statements, lists of ${lengths}`);
    }

    expect(counts.join('\n')).toMatchInlineSnapshot(`
      "FilteredPage: 14 calls, 13 statements, lists of 10
      NextPage: 1 calls, 5 statements, lists of 10
      OnePerson: 2 calls, 9 statements, lists of 0 4
      Lookups: 3 calls, 8 statements, lists of 5 5 5
      FindPeople: 1 calls, 5 statements, lists of 10
      FindCompany: 1 calls, 4 statements, lists of 7
      SortedList: 2 calls, 11 statements, lists of 4 10
      SavedSearch: 2 calls, 9 statements, lists of 3 4 10
      LastMonth: 14 calls, 14 statements, lists of 10
      Transcript: 2 calls, 6 statements, lists of 3 5
      Timeline: 4 calls, 6 statements, lists of 3 8
      Team: 5 calls, 14 statements, lists of 12
      Topics: 3 calls, 8 statements, lists of 4 2 0 2
      FindConversations: 2 calls, 10 statements, lists of 10
      EntityReferences: 5 calls, 11 statements, lists of 6
      PageOf50: 55 calls, 25 statements, lists of 50"
    `);
  });

  it('returns the documented response to the first query of the README', async () => {
    const readme = await readFile('README.md', 'utf8');
    const [, query = ''] = /```graphql\n([^`]+)```/.exec(readme) ?? [];
    const [, response = ''] = /```json\n([^`]+)```/.exec(readme) ?? [];
    const documented = JSON.parse(response);

    const { data, toolCalls } = await ask(`${served.url}/graphql`, query);

    expect(data).toEqual(documented.data);
    expect(toolCalls).toMatchObject(
      documented.extensions.toolCalls.map(({ tool, keys }: { tool: string; keys: number }) => ({ tool, keys })),
    );
  });
});
