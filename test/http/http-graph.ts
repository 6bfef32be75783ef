import { z } from 'zod';
import { cpuTurns } from '../../src/operation/cpu-turns.ts';
import { listen } from '../../src/http/listen.ts';
import { type Graph, type GraphOptions, startGraph, useGraph } from '../support/graph/test-graph.ts';
import { postJson } from '../support/network/post-json.ts';

/** The whole graph on a free port, for raw HTTP requests. */
export interface HttpGraph extends Graph {
  /** The URL of the server without a path. */
  origin: string;
  /** The names of all lists that `ada` can see; a rejected mutation must not have changed them. */
  listNames(): Promise<string[]>;
}

const listsAnswer = z.object({ data: z.object({ lists: z.array(z.object({ name: z.string() })) }) });

export async function startHttpGraph(options?: GraphOptions): Promise<HttpGraph> {
  const graph = await startGraph(options);
  const listener = await listen(graph.app.fetch, { host: '127.0.0.1', port: 0, upgrade: graph.app.upgrade });
  return {
    ...graph,
    origin: listener.url,
    async listNames() {
      const response = await postJson(`${listener.url}/graphql`, { query: '{ lists { name } }' });
      return listsAnswer.parse(await response.json()).data.lists.map(({ name }) => name);
    },
    async close() {
      await listener.close();
      await graph.close();
    },
  };
}

/** The graph of a suite, as in `useGraph`. */
export const useHttpGraph = (options?: GraphOptions) => useGraph(() => startHttpGraph(options));

const mutation = (name: string) => `mutation { createList(input: { name: "${name}" }) { __typename } }`;

/** A request that would create a list. */
export const createListBody = {
  json: (name: string) => JSON.stringify({ query: mutation(name) }),
  urlencoded: (name: string) => new URLSearchParams({ query: mutation(name) }).toString(),
  document: mutation,
};

/** Makes a caller one who lately used much CPU time, more than all callers of earlier tests of the process. */
export const useMuchCpuTime = (identifier: string) => cpuTurns.count(identifier, 60_000);
