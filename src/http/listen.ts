import { once } from 'node:events';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ServerBindings } from '../tools/server-bindings.ts';
import { type ConnectionLimits, createLimitedServer, limitPipelining, trackConnections } from './connections.ts';
import { isUpload } from './uploads/multipart.ts';

export type Listener = Awaited<ReturnType<typeof listen>>;

/** `head` contains the bytes that the client has sent after the request. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface ListenOptions extends Partial<ConnectionLimits> {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** How long in-flight requests can take after `close`, in milliseconds; 10 seconds by default. */
  graceMs?: number;
  /** Maximum time for the body of a request without files, in ms; 10,000 by default. Each request gets 70% to 100%. */
  requestMs?: number;
  /** Handles upgrades; without a handler, they are ordinary requests. */
  upgrade?: UpgradeHandler | undefined;
}

/** @throws the system's error, with its `code`, when the server cannot listen on the host and port */
export async function listen(
  fetch: (request: Request, bindings: ServerBindings) => Response | Promise<Response>,
  { host, port, graceMs = 10_000, requestMs = 10_000, upgrade, ...limits }: ListenOptions,
) {
  const respond = getRequestListener(async (request, bindings) => {
    const connection: ServerBindings = bindings;
    const response = await fetch(request, connection);
    const { outgoing } = bindings;
    // A route that sets `writeBody` writes the body to Node's response itself.
    if (!connection.writeBody || response.body || !(outgoing instanceof ServerResponse)) return response;
    outgoing.statusCode = response.status;
    outgoing.setHeaders(response.headers);
    connection.writeBody(outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  const handle = limitPipelining((request, response) => {
    limitBodyTime(request, response, requestMs);
    closeInStages(request, response);
    if (hasSeveralHosts(request)) response.writeHead(400, { connection: 'close' }).end();
    else void respond(request, response);
  });
  const server = createLimitedServer(handle, limits);
  if (upgrade) {
    server.on('upgrade', (request, socket, head) => {
      if (hasSeveralHosts(request)) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else upgrade(request, socket, head);
    });
  }
  const connections = trackConnections(server);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    /** The origin of the server, without a path. */
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    /** Makes every later response have `connection: close`. Connections and requests are still accepted. */
    drain: connections.drain,
    /** @returns false if open connections were cut because the grace period ended before the last response */
    async close() {
      let isCut = false;
      const grace = setTimeout(() => {
        isCut = true;
        server.closeAllConnections();
      }, graceMs);
      const closed = once(server, 'close');
      server.close();
      connections.close();
      await closed;
      clearTimeout(grace);
      return !isCut;
    },
  };
}

/** Whether `Host` is repeated: Node uses the first value, but a proxy may have used the second. */
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** Limits the time in which a body arrives. Node's `requestTimeout` would also end uploads, which have other limits. */
function limitBodyTime(request: IncomingMessage, response: ServerResponse, requestMs: number): void {
  const startTimer = () => {
    if (request.complete) return;
    // Random, because ending thousands of requests within one second would block the event loop.
    const timeoutMs = requestMs * (1 - Math.random() * 0.3);
    const timer = setTimeout(() => {
      const { socket } = request;
      if (request.complete) return;
      if (response.headersSent) socket.destroy();
      else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
    }, timeoutMs);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  };
  // From its response on, an upload has the same limit: the rest of its body is dropped.
  if (isUpload(request)) response.once('finish', startTimer);
  else startTimer();
}

/** Maximum size of a dropped body: clients may send all of a body before they read the response. */
const maxDroppedBytes = 64 * 1024 * 1024;

/**
 * After the last response, closes the connection in stages (RFC 9112, section 9.6): while the client still sends the
 * body, ends only this server's side, and drops what arrives. Ending both sides at once would reset the connection, and
 * many clients would report a broken pipe instead of the response. `limitBodyTime` bounds the time.
 */
function closeInStages(request: IncomingMessage, response: ServerResponse): void {
  // Run before Node's listener of the same event, which calls `destroySoon`.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const close = socket.destroySoon.bind(socket);
    const maxBytes = socket.bytesRead + maxDroppedBytes;
    socket.destroySoon = () => {
      if (request.complete) return close();
      if (socket.writableEnded) return;
      socket.end();
      // Count at the socket: Node drops the body, so the request emits no `data` events.
      socket.on('data', () => {
        if (socket.bytesRead > maxBytes) socket.destroy();
      });
      request.once('end', close);
    };
  });
}
