import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isUpload } from './uploads/multipart.ts';

export interface Listener {
  /** `http://host:port`, without a path. */
  url: string;
  /**
   * Accepts no more connections and ends when the requests in flight are answered.
   * @returns false if the grace period ended first and their connections were cut
   */
  close(): Promise<boolean>;
}

export interface ListenOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** How long requests in flight may take after `close`, in milliseconds; 10 seconds by default. */
  graceMs?: number;
  /** How long a request without files may take to arrive, in milliseconds; 5 minutes by default. */
  requestMs?: number;
}

/** How long headers may take to arrive. */
const headersTimeoutMs = 60_000;

/**
 * Serves over HTTP.
 * @throws the system's error, with its `code`, when it cannot listen on the host and port
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port, graceMs = 10_000, requestMs = 300_000 }: ListenOptions,
): Promise<Listener> {
  const respond = getRequestListener(fetch);
  const server = createServer(
    { requestTimeout: 0, headersTimeout: headersTimeoutMs },
    (request, response) => void respond(request, response),
  );
  server.prependListener('request', (request, response) => limitArrival(request, response, requestMs));
  const drain = prepareDrain(server);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    async close() {
      let isCut = false;
      const grace = setTimeout(() => {
        isCut = true;
        server.closeAllConnections();
      }, graceMs);
      const closed = once(server, 'close');
      server.close();
      drain();
      await closed;
      clearTimeout(grace);
      return !isCut;
    },
  };
}

/**
 * Ends requests that take too long to arrive, with status 408. Node's own `requestTimeout` has no exemption for
 * uploads, which the multipart reader limits by their progress. After the response to an upload nothing reads the
 * rest of it, so from then on it has the same limit.
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

/** @returns a function that ends every connection as soon as it has no request in flight */
function prepareDrain(server: Server): () => void {
  const responses = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let isDraining = false;
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
      // Its headers may have been sent earlier, without `connection: close`.
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    isDraining = true;
    for (const response of responses) closeAfter(response);
    // Node counts a new connection without a request as busy and would wait for it.
    const busy = new Set(Array.from(responses, ({ socket }) => socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  };
}
