import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isUpload } from './uploads/multipart.ts';

export interface Listener {
  /** URL of the server: `http://host:port`, without a path. */
  url: string;
  /**
   * Asks clients to leave: from now on every response has `connection: close`. Connections and requests are still
   * accepted.
   */
  drain(): void;
  /**
   * Stops accepting connections and waits for the responses to in-flight requests.
   * @returns false if the grace period ended first and the open connections were cut
   */
  close(): Promise<boolean>;
}

/** Where a request comes from. */
export interface Connection {
  incoming: { socket: { remoteAddress?: string | undefined } };
}

export interface ListenOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** How long in-flight requests can take after `close`, in milliseconds; 10 seconds by default. */
  graceMs?: number;
  /** How long a request without files can take to arrive, in milliseconds; 5 minutes by default. */
  requestMs?: number;
}

/** How long the headers of a request can take to arrive, in milliseconds. */
const headersTimeoutMs = 60_000;

/**
 * Starts an HTTP server.
 * @throws the system's error, with its `code`, when the server cannot listen on the host and port
 */
export async function listen(
  fetch: (request: Request, connection: Connection) => Response | Promise<Response>,
  { host, port, graceMs = 10_000, requestMs = 300_000 }: ListenOptions,
): Promise<Listener> {
  const respond = getRequestListener(fetch);
  const server = createServer(
    { requestTimeout: 0, headersTimeout: headersTimeoutMs },
    (request, response) => void respond(request, response),
  );
  server.prependListener('request', (request, response) => limitArrival(request, response, requestMs));
  const connections = trackConnections(server);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    drain: connections.drain,
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

/**
 * Rejects a request with status 408 if it takes too long to arrive. Node's own `requestTimeout` is not used, because it
 * cannot exempt uploads, whose progress the multipart reader checks. After the response to an upload, nothing reads the
 * rest of the upload, so the limit applies from then on.
 */
function limitArrival(request: IncomingMessage, response: ServerResponse, requestMs: number): void {
  const startTimer = () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      const { socket } = request;
      if (request.complete) return;
      if (response.headersSent) socket.destroy();
      else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
    }, requestMs);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  };
  if (isUpload(request)) response.once('finish', startTimer);
  else startTimer();
}

/**
 * Tracks the connections and responses of a server.
 * @returns `drain`, which ends each connection after its next response, and `close`, which ends every connection as soon
 *   as it has no request in flight
 */
function trackConnections(server: Server) {
  const responses = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let isDraining = false;
  let isClosing = false;
  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    responses.add(response);
    if (isDraining) closeAfter(response);
    response.once('close', () => {
      responses.delete(response);
      // Close the connection here if the headers of its response were sent, without `connection: close`, before
      // draining began.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  const drain = () => {
    isDraining = true;
    for (const response of responses) closeAfter(response);
  };
  return {
    drain,
    close() {
      isClosing = true;
      drain();
      // Close connections without a request here: Node counts a new one as busy and would wait for it.
      const busy = new Set(Array.from(responses, ({ socket }) => socket));
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    },
  };
}
