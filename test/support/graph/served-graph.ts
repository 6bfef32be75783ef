import { z } from 'zod';
import { listen } from '../../../src/http/listen.ts';
import { postJson } from '../network/post-json.ts';

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
  extensions: z
    .object({ toolCalls: z.array(z.looseObject({ tool: z.string(), keys: z.int() })).optional() })
    .optional(),
});

const operationSchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

/** An operation received over HTTP, with the tools that it called. */
export interface Exchange {
  query: string;
  variables: Record<string, unknown>;
  headers: Headers;
  /** Names of the tools called, in order of start. */
  tools: string[];
}

/** A GraphQL server on a free port that records its operations. */
export interface Served {
  /** Includes the path. */
  url: string;
  exchanges: Exchange[];
  close(): Promise<void>;
}

export async function serveGraph(fetch: (request: Request) => Response | Promise<Response>): Promise<Served> {
  const exchanges: Exchange[] = [];
  const listener = await listen(
    async (request) => {
      const { query, variables } = operationSchema.parse(await request.clone().json());
      const response = await fetch(request);
      const { extensions } = answerSchema.parse(await response.clone().json());
      const tools = (extensions?.toolCalls ?? []).map(({ tool }) => tool);
      exchanges.push({ query, variables: variables ?? {}, headers: request.headers, tools });
      return response;
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { url: `${listener.url}/graphql`, exchanges, close: async () => void (await listener.close()) };
}

/** Sends an operation as JSON and parses the response. */
export const ask = (url: string, query: string, variables: object = {}, operationName?: string) =>
  send(url, { query, variables, operationName });

/** Like `ask`, with headers. */
export async function send(
  url: string,
  {
    headers,
    ...operation
  }: { query: string; variables?: object; operationName?: string | undefined; headers?: Record<string, string> },
) {
  const response = await postJson(url, operation, headers && { headers });
  const { data, errors, extensions } = answerSchema.parse(await response.json());
  const toolCalls = (extensions?.toolCalls ?? []).map(({ tool, keys }) => ({ tool, keys }));
  return { status: response.status, data, errors: errors ?? [], toolCalls };
}
