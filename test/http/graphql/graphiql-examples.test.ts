import { readFile } from 'node:fs/promises';
import { type DocumentNode, Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { countStatements, type StatementCounter } from '../../support/database/statement-counter.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { startApp } from '../../support/network/start-app.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { useResource } from '../../support/resource.ts';

/**
 * The queries and mutations of the examples, each with the calls that the comment above it documents. The upload needs a
 * file, so the test of the page runs it; screens have a test of their own.
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

/** The number of records that each operation returns, by the path of its main list. */
const shown: Record<string, Record<string, number>> = {
  FilteredPage: { 'signals.nodes': 10 },
  NextPage: { 'signals.nodes': 10 },
  OnePerson: { 'signal.samePersonSignals': 4 },
  FindPeople: { 'signals.nodes': 10 },
  FindCompany: { 'companies.nodes': 7 },
  FindConversations: { 'activities.nodes': 10 },
  SortedList: { 'list.entries.nodes': 10 },
  SavedSearch: { 'savedSearch.signals.nodes': 10 },
  CreateList: {},
  AddSignals: { addSignalsToList: 2 },
  Screen: { 'screened.signal.screenings': 1 },
  TakeItBack: {},
  EntityReferences: { _entities: 6 },
  Lookups: { 'companies.nodes': 5, 'educationInstitutions.nodes': 5, 'cities.nodes': 5 },
  LastMonth: { 'activities.nodes': 10 },
  Transcript: { 'activity.transcript.speakers': 3, 'activity.transcript.segments.nodes': 5 },
  Timeline: { 'activity.moments': 8 },
  Team: { users: 12 },
  Topics: { topicThemes: 4, connectors: 2 },
  CreateWebhook: {},
};

const lists = new Set([
  'nodes',
  'samePersonSignals',
  'screenings',
  '_entities',
  'speakers',
  'moments',
  'users',
  'topicThemes',
  'connectors',
  'addSignalsToList',
]);

function pageLengths(value: unknown, path = ''): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => {
      if (!Array.isArray(inner)) return pageLengths(inner, `${path}${name}.`);
      return lists.has(name) ? { [path + name]: inner.length } : {};
    }),
  );
}

const pageSchema = z.object({
  signals: z.object({
    nodes: z.array(z.object({ id: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
  }),
});

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
    '$name makes the documented tool calls and returns all its data',
    async ({ name, query, variables, promised }) => {
      const { data, errors, toolCalls } = await ask(`${served.url}/graphql`, query, variables, name);

      expect(errors).toEqual([]);
      expect({ total: toolCalls.length, calls: counted(toolCalls.map(({ tool }) => tool)) }).toEqual(promised);
      expect(pageLengths(data)).toEqual(shown[name]);
    },
  );

  it('NextPage returns the page after the first with its cursor, and makes the documented call', async () => {
    const example = operations.find(({ name }) => name === 'NextPage');
    const pageAfter = async (after: string | null) => {
      const { data, toolCalls } = await ask(`${served.url}/graphql`, example?.query ?? '', { after });
      const { nodes, pageInfo } = pageSchema.parse(data).signals;
      return { ids: nodes.map(({ id }) => id), pageInfo, tools: toolCalls.map(({ tool }) => tool) };
    };
    const first = await pageAfter(null);
    const second = await pageAfter(first.pageInfo.endCursor);

    expect(second.tools).toEqual(['signals_list']);
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect(new Set([...first.ids, ...second.ids]).size).toBe(20);
  });

  // The tests above have cached the outputs. After a change that needs fewer of them, update the numbers: run this file with `--update`.
  it('runs exactly these numbers of tool calls and SQL statements', async () => {
    // The embedded database ends a turn of the event loop that takes longer than 10 ms. Calls that wait for a slot would
    // then start in different turns, and their reads would not be merged.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const counts: string[] = [];
    for (const { name, query, variables } of countedQueries) {
      statements.take();
      const { toolCalls } = await ask(`${served.url}/graphql`, query, variables, name);
      counts.push(`${name}: ${toolCalls.length} calls, ${statements.take()} statements`);
    }

    expect(counts.join('\n')).toMatchInlineSnapshot(`
        "FilteredPage: 14 calls, 13 statements
        NextPage: 1 calls, 5 statements
        OnePerson: 2 calls, 9 statements
        Lookups: 3 calls, 8 statements
        FindPeople: 1 calls, 5 statements
        FindCompany: 1 calls, 4 statements
        SortedList: 2 calls, 11 statements
        SavedSearch: 2 calls, 9 statements
        LastMonth: 14 calls, 14 statements
        Transcript: 2 calls, 6 statements
        Timeline: 4 calls, 6 statements
        Team: 5 calls, 14 statements
        Topics: 3 calls, 8 statements
        FindConversations: 2 calls, 10 statements
        EntityReferences: 5 calls, 11 statements
        PageOf50: 55 calls, 25 statements"
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
