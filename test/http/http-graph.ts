import { listen } from '../../src/http/listen.ts';
import { type Graph, type GraphOptions, startGraph, useGraph } from '../support/graph/test-graph.ts';
import { type JsonInit, postJson } from '../support/network/post-json.ts';

interface HttpAnswer {
  data?: unknown;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions?: Record<string, unknown>;
}

/** The whole graph on a free port, for raw HTTP requests. */
export interface HttpGraph extends Graph {
  /** The URL of the server without a path. */
  origin: string;
  /** Posts an operation as JSON; text is sent unchanged. The answer lists tool calls only if a header asks for them. */
  send(body: unknown, headers?: Record<string, string>, init?: RequestInit): ReturnType<typeof sendOperation>;
  /** The names of all lists that `ada` can see; a rejected mutation must not have changed them. */
  listNames(): Promise<string[]>;
}

export async function sendOperation(url: string, body: unknown, { headers, ...init }: JsonInit = {}) {
  const response = await postJson(url, body, { ...init, headers: { 'x-tool-trace': '0', ...headers } });
  const text = await response.text();
  const answer: HttpAnswer = JSON.parse(text);
  const { data, errors = [] } = answer;
  return { status: response.status, headers: response.headers, text, answer, data, errors };
}

export async function startHttpGraph(options?: GraphOptions): Promise<HttpGraph> {
  const graph = await startGraph(options);
  const listener = await listen(graph.app.fetch, { host: '127.0.0.1', port: 0, upgrade: graph.app.upgrade });
  const send: HttpGraph['send'] = (body, headers = {}, init = {}) =>
    sendOperation(`${listener.url}/graphql`, body, { ...init, headers });
  return {
    ...graph,
    origin: listener.url,
    send,
    async listNames() {
      const { text } = await send({ query: '{ lists { name } }' });
      return JSON.parse(text).data.lists.map(({ name }: { name: string }) => name);
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

/** The body of a request that would create a list, in several formats. */
export const createListBody = {
  json: (name: string) => JSON.stringify({ query: mutation(name) }),
  urlencoded: (name: string) => new URLSearchParams({ query: mutation(name) }).toString(),
  document: mutation,
};
