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
  const results = response.then((started) => resultsOf<Data>(started));
  let reader: AsyncGenerator<EmittedResult<Data>, void> | undefined;
  return {
    response,
    async next() {
      reader ??= await results;
      const { value } = await reader.next();
      return value ?? undefined;
    },
    leave() {
      controller.abort();
      void response.then(({ body }) => (body?.locked ? undefined : body?.cancel()));
    },
  };
}

async function* resultsOf<Data>({ body, headers, status }: Response): AsyncGenerator<EmittedResult<Data>, void> {
  const type = headers.get('content-type');
  if (!body || !type?.startsWith('text/event-stream')) throw new Error(`Expected a stream, got ${status} ${type}.`);
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      if (block.startsWith('event: complete')) return;
      if (block.startsWith('event: next')) yield JSON.parse(block.slice(block.indexOf('data: ') + 6));
    }
  }
}
