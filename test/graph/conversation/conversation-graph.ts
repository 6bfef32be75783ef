import { toUtcText } from '../../../src/tools/conversation/date-time.ts';
import { ada, ben, storeTeams, zoe } from '../../platform/services/conversation/conversation-records.ts';
import { type Graph, type GraphOptions, minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';

/** The graph over two organizations: `ada` and `ben` belong to Acme, `zoe` belongs to Zenith. */
export async function startConversationGraph(options?: GraphOptions): Promise<Graph> {
  const graph = await startGraph(options);
  await storeTeams(graph.db);
  for (const [identifier, userId] of Object.entries({ ada, ben, zoe })) {
    await graph.connect('convo', { identifier, userId });
  }
  return graph;
}

/** Starts the graph over two organizations for the tests of a suite, like `useGraph`. */
export const useConversationGraph = (options?: GraphOptions) => useGraph(() => startConversationGraph(options));

/** Connects a new identifier to the user Ada. The graph does not know the start of any activity for it yet. */
export async function connectNewCaller(graph: Graph, name: string): Promise<{ as: string }> {
  const identifier = `ada ${name}`;
  await graph.connect('convo', { identifier, userId: ada });
  return { as: identifier };
}

export const daysAgo = (days: number) => minutesAgo(days * 1440);

/** Formats a time as the tools expect it. */
export const wire = (time: number) => toUtcText(new Date(time));

/** Formats a time as the graph returns it. */
export const iso = (time: number) => new Date(time).toISOString();

/** Inputs of the calls of a tool, in order. */
export const inputsOf = (graph: Graph, tool: string) =>
  graph.tools.calls.filter((call) => call.tool === tool).map(({ input }) => input);

/** Calls sorted by tool, for tests in which the order of their start is irrelevant. */
export const byTool = (calls: readonly { tool: string; keys: number }[]) =>
  calls.toSorted((a, b) => (a.tool < b.tool ? -1 : Number(a.tool > b.tool)));
