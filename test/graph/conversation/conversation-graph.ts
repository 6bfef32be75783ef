import { toUtcText } from '../../../src/tools/conversation/date-time.ts';
import { ada, ben, storeTeams, zoe } from '../../platform/services/conversation/conversation-records.ts';
import { type Graph, type GraphOptions, minutesAgo, startGraph } from '../../support/graph/test-graph.ts';

/** The graph over two organizations: the identifiers `ada` and `ben` are of Acme, `zoe` is of Zenith. */
export async function startConversationGraph(options?: GraphOptions): Promise<Graph> {
  const graph = await startGraph(options);
  await storeTeams(graph.db);
  for (const [identifier, userId] of Object.entries({ ada, ben, zoe })) {
    await graph.connect('convo', { identifier, userId });
  }
  return graph;
}

export const daysAgo = (days: number) => minutesAgo(days * 1440);

/** A point in time as the tools take it. */
export const wire = (time: number) => toUtcText(new Date(time));

/** A point in time as the graph answers it. */
export const iso = (time: number) => new Date(time).toISOString();

/** What a tool was called with, in order. */
export const inputsOf = (graph: Graph, tool: string) =>
  graph.tools.calls.filter((call) => call.tool === tool).map(({ input }) => input);

/** Calls in the order of their tools, where that of their start does not matter. */
export const byTool = (calls: readonly { tool: string; keys: number }[]) =>
  calls.toSorted((a, b) => (a.tool < b.tool ? -1 : Number(a.tool > b.tool)));
