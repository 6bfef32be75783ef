import type { AnsweredError, Graph, Operation, RequestOptions } from './test-graph.ts';
import { graphqlRequest } from './test-graph.ts';

export interface EmittedResult<Data> {
  data?: Data | null;
  errors?: AnsweredError[];
  extensions?: { toolCalls?: { tool: string; keys: number; source: string }[]; cost?: { actualQueryCost: number } };
}

/** A subscription over Server-Sent Events. */
export interface Subscribed<Data> {
  /** Resolves once the stream has started. */
  response: Promise<Response>;
  /** The next result; undefined after the last one. */
  next(): Promise<EmittedResult<Data> | undefined>;
  /** Disconnects the client. */
  leave(): void;
}

/** Sends a subscription to the graph. */
export function subscribe<Data, Variables>(
  graph: Pick<Graph, 'app'>,
  operation: Operation<Data, Variables>,
  variables: Variables,
  { headers, ...options }: RequestOptions = {},
): Subscribed<Data> {
  const controller = new AbortController();
  const request = graphqlRequest('http://graph.test/graphql', {
    operation,
    variables,
    signal: controller.signal,
    ...options,
    headers: { accept: 'text/event-stream', ...headers },
  });
  const response = Promise.resolve(graph.app.fetch(request));
  const results = response.then((started) => openResults<Data>(started));
  return {
    response,
    next: async () => (await results).next(),
    leave() {
      controller.abort();
      void results.then(({ cancel }) => cancel());
    },
  };
}

interface OpenResults<Data> {
  next(): Promise<EmittedResult<Data> | undefined>;
  cancel(): Promise<void>;
}

/** Reads the results of an event stream. A JSON response, such as an error, is the only result. */
async function openResults<Data>(response: Response): Promise<OpenResults<Data>> {
  const reader = response.body?.getReader();
  if (!reader) throw new Error(`Expected a stream, got ${response.status}.`);
  const results = resultsOf<Data>(reader);
  return {
    next: async () => (await results.next()).value ?? undefined,
    cancel: () => reader.cancel(),
  };
}

async function* resultsOf<Data>(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<EmittedResult<Data>, void> {
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      if (block.startsWith('event: complete')) return;
      if (block.startsWith('event: next')) yield JSON.parse(block.slice(block.indexOf('data: ') + 6));
    }
  }
  if (text.startsWith('{')) yield JSON.parse(text);
}
