import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TransportCall } from '../../../src/connector/transport.ts';
import { noTrace } from '../../../src/infrastructure/telemetry/trace-context.ts';
import { createRestTransport } from '../../../src/connector/transports/rest.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { serveLoopback } from '../../support/network/loopback-server.ts';
import { sendCall } from '../../support/platform/send-call.ts';
import { captureLog } from '../../support/log-capture.ts';

export interface Arrived {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (response: ServerResponse, arrived: Arrived) => unknown;

const clientSecret = 'the-secret-of-the-client';

/** A platform that sends scripted responses in turn and repeats the last, and a transport to it. */
export async function startScriptedPlatform(path = '') {
  const arrived: Arrived[] = [];
  const ports = new Set<number | undefined>();
  const answers: Answer[] = [];
  let tokenAnswers: Answer[] = [];
  let listing: Answer = (response) => json(response, { tools: [] });
  const listings: string[] = [];
  let tokens = 0;
  const issueToken: Answer = (response) => {
    tokens += 1;
    json(response, { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3600 });
  };
  const server = await serveLoopback(async (request, response) => {
    const { method, url, headers } = request;
    const received = { method, url, headers, body: await text(request).catch(() => '') };
    if (url?.startsWith(`${path}/api/v1/tools`)) {
      listings.push(url);
      return listing(response, received);
    }
    arrived.push(received);
    const isToken = url === `${path}/oauth/token`;
    if (!isToken) ports.add(request.socket.remotePort);
    const script = isToken ? tokenAnswers : answers;
    const answer = script.length > 1 ? script.shift() : script[0];
    return (answer ?? issueToken)(response, received);
  });
  const { log, lines: logged } = captureLog();
  const platform = { url: server.url + path, clientId: 'client_1', clientSecret, log };
  const transport = createRestTransport(platform);

  return {
    platform,
    transport,
    /** The log entries of the transport. */
    logged,
    /** All requests in order, without those for the list of tools, which the transport also sends in the background. */
    arrived,
    get requests() {
      return arrived.map(({ method, url }) => `${method} ${url}`);
    },
    /** The URLs of the requests for the list of tools. */
    listings,
    respondToListingsWith: (answer: Answer) => {
      listing = answer;
    },
    /** Number of connections over which calls arrived. */
    connections: () => ports.size,
    respondWith: (...script: Answer[]) => void answers.splice(0, answers.length, ...script),
    respondToTokenRequestsWith: (...script: Answer[]) => {
      tokenAnswers = script;
    },
    issueToken,
    execute: (
      tool: Tool = talentTools.lists_list,
      input: unknown = {},
      {
        signal = new AbortController().signal,
        trace = noTrace,
        connectionName = 'Talent (EU)',
        identifier = 'ada',
        onAccountVersion = () => {},
      }: Partial<Pick<TransportCall, 'signal' | 'trace' | 'connectionName' | 'identifier' | 'onAccountVersion'>> = {},
    ) =>
      sendCall(transport, {
        connectionName,
        identifier,
        tool,
        toolName: `acme_${tool.name}`,
        input,
        signal,
        trace,
        onAccountVersion,
      }),
    /** Closes the server, but not the transport. */
    stop: server.close,
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

export type ScriptedPlatform = Awaited<ReturnType<typeof startScriptedPlatform>>;

export function json(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** A successful response of the protocol. */
export const data =
  (payload: unknown): Answer =>
  (response) =>
    json(response, { data: payload, execution_id: 'exe-1' });

/** Responds to a batch with these lines; objects are sent as JSON. */
export const lines =
  (...written: (object | string)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(written.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  };

/** Responds to each call of a batch, or to a single call, with its parameters as data. */
export const echo: Answer = (response, arrived) => {
  const { params, calls } = JSON.parse(arrived.body);
  if (!calls) return json(response, { data: params });
  return lines(...calls.map((call: { params: unknown }, index: number) => echoed(index, call.params)))(
    response,
    arrived,
  );
};

export const echoed = (index: number, result: unknown) => ({
  index,
  status: 200,
  data: result,
  execution_id: `exe-${index}`,
});

/** Sends this text, and then more without end. */
export const endless =
  (start: string): Answer =>
  (response) => {
    response.writeHead(200);
    response.write(start);
    const chunk = 'x'.repeat(1024 * 1024);
    const pour = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  };

/** An error response of the protocol. */
export const failing =
  (status: number, error: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    json(response, { error: { message: 'Words of the platform.', ...error }, execution_id: 'exe-2' }, status, headers);

/** An arbitrary response. */
export const raw =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
