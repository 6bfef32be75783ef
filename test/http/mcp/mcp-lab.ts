import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { createFolder } from '../../support/folder.ts';
import { postJson } from '../../support/network/post-json.ts';
import { documents } from './documents.ts';

/** A folder with the documents of most tests. */
export const startDocumentFolder = () => createFolder(documents);

/** Sends a message without the official client. */
export const postMessage = (origin: string, message: object, headers: Record<string, string> = {}) =>
  postJson(
    `${origin}/mcp`,
    { jsonrpc: '2.0', ...message },
    { headers: { accept: 'application/json, text/event-stream', ...headers } },
  );

/** The official client. Its requests go to the servers in turn, as through a load balancer. */
export async function connectClient(origins: string | readonly string[], headers: Record<string, string> = {}) {
  const [first = '', ...others] = [origins].flat();
  const nodes = [first, ...others];
  let requests = 0;
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', first), {
    requestInit: { headers },
    fetch: (_url, init) => fetch(new URL('/mcp', nodes[requests++ % nodes.length]), init),
  });
  const errors: string[] = [];
  Object.assign(client, { onerror: ({ message }: Error) => void errors.push(message) });
  await client.connect(transport);
  return {
    client,
    transport,
    /** Messages of the errors that the client reported, apart from failed calls. */
    errors,
    async call(name: string, variables: Record<string, unknown> = {}, signal?: AbortSignal) {
      const result = await client.callTool({ name, arguments: variables }, undefined, signal && { signal });
      return resultSchema.parse(result);
    },
    close: () => client.close(),
  };
}

const resultSchema = z.strictObject({
  content: z.tuple([z.strictObject({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.looseObject({
    data: z.unknown().optional(),
    errors: z.array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) })).optional(),
  }),
  isError: z.literal(true).optional(),
});
