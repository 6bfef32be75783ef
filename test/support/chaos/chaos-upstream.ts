import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Platform } from '../../../src/tools/platform.ts';
import { type ExecuteRequestBody, restPaths } from '../../../src/tools/rest-protocol.ts';
import { batchExchange, respondWithLines } from './batch-exchange.ts';
import { exchangeOf, type Reply, respondCorrectly } from './exchange.ts';
import { type RestReplies, restReplies } from './rest-replies.ts';
import { createFaultSchedule, type FaultSchedule } from './fault-schedule.ts';

/** A received tool call. */
export interface ArrivedCall {
  /** Includes the connection's tool prefix. */
  tool: string;
  params: unknown;
  connector: string;
  identifier: string;
  /** Whether the tool ran. */
  executed: boolean;
}

/**
 * A platform on a free loopback port with injectable faults. A fault applies to a target: `arrival` (before the body is
 * read), `token`, `listing`, `batch` (as a whole), `call` (any tool, also in a batch), `on <connection>`,
 * `by <identifier>`, or the name of a tool with its prefix. In a batch, the fault of a call affects
 * only its line, unless the fault acts on the connection or the whole response, as `reset` does.
 */
export interface ChaosUpstream {
  url: string;
  injectFault: FaultSchedule['set'];
  /** Removes all faults and clears the records. */
  reset(): void;
  /** Whether the list of tools announces batches; false by default. */
  announcesBatches: boolean;
  /** All tool calls in order of arrival, including those in batches. */
  calls: ArrivedCall[];
  /** Numbers of token requests, listings, batches, requests whose body was not read, and opened connections. */
  readonly counts: { token: number; listing: number; batch: number; unread: number; connections: number };
  /** Revokes all tokens. */
  expireTokens(): void;
  /** Resets open connections and refuses new ones. */
  stop(): Promise<void>;
  /** Accepts connections again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface ChaosOptions {
  platform: Platform;
  /** Credentials that the token endpoint accepts. */
  client: { clientId: string; clientSecret: string };
  seed?: number;
}

export async function startChaosUpstream({ platform, client, seed = 1 }: ChaosOptions): Promise<ChaosUpstream> {
  const ended = new AbortController();
  const rest = restReplies({ platform, client, signal: ended.signal });
  const schedule = createFaultSchedule(seed);
  const calls: ArrivedCall[] = [];
  const nothing = { token: 0, listing: 0, batch: 0, unread: 0, connections: 0 };
  const counts = { ...nothing };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A reset connection can emit an error on both streams, which must not end the process.
    response.on('error', () => {});
    request.on('error', () => {});
    const early = schedule.next(['arrival']);
    if (early) {
      counts.unread += 1;
      const reply = () => Promise.reject(new Error('The body was not read.'));
      return early(exchangeOf({ request, response, reply }));
    }
    const body = await text(request);
    if (pathOf(request) === restPaths.executeTools) return handleBatch({ request, response }, body);
    const { targets, params, reply } = arrived(request, body);
    await (schedule.next(targets, params) ?? respondCorrectly)(exchangeOf({ request, response, reply }));
  }

  async function handleBatch(connection: { request: IncomingMessage; response: ServerResponse }, body: string) {
    counts.batch += 1;
    const batch = rest.readBatch(body).map((call) => arrivedCall(rest, connection.request, call, calls));
    const fault = schedule.next(['batch']);
    if (fault) return fault(batchExchange(connection, batch));
    const faultOf = ({ targets, params }: (typeof batch)[number]) => schedule.next(targets, params);
    const lines = batch.map((call) => ({ reply: call.reply, fault: faultOf(call) ?? respondCorrectly }));
    return respondWithLines(connection, lines);
  }

  function arrived(request: IncomingMessage, body: string) {
    const path = pathOf(request);
    if (path === restPaths.token) {
      counts.token += 1;
      return { targets: ['token'], params: undefined, reply: onlyOnce(() => rest.token(request, body)) };
    }
    if (path === restPaths.tools) {
      counts.listing += 1;
      const { announcesBatches } = upstream;
      return {
        targets: ['listing'],
        params: undefined,
        reply: onlyOnce(() => rest.listing(request, announcesBatches)),
      };
    }
    return arrivedCall(rest, request, rest.readCall(body), calls);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The client has disconnected.
      if (request.destroyed || response.destroyed) return;
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  server.on('connection', () => (counts.connections += 1));
  const port = await listening(server, 0);

  const upstream: ChaosUpstream = {
    url: `http://127.0.0.1:${port}`,
    announcesBatches: false,
    calls,
    counts,
    injectFault: schedule.set,
    reset() {
      schedule.clear();
      calls.length = 0;
      Object.assign(counts, nothing);
    },
    expireTokens: rest.expireTokens,
    stop: () => stopped(server),
    restart: async () => void (await listening(server, port)),
    async close() {
      ended.abort();
      await stopped(server);
    },
  };
  return upstream;
}

const pathOf = (request: IncomingMessage) => request.url?.split('?')[0];

function arrivedCall(rest: RestReplies, request: IncomingMessage, parsed: ExecuteRequestBody, calls: ArrivedCall[]) {
  const { tool_name: tool, params, connector, identifier } = parsed;
  const call = { tool, params, connector, identifier, executed: false };
  calls.push(call);
  const reply = onlyOnce(() => rest.call(request, parsed, () => (call.executed = true)));
  return { targets: [tool, `by ${identifier}`, `on ${connector}`, 'call'], params, reply };
}

function onlyOnce(ask: () => Promise<Reply>): () => Promise<Reply> {
  let asked: Promise<Reply> | undefined;
  return () => (asked ??= ask());
}

async function listening(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

async function stopped(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
