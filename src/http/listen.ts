import { once } from 'node:events';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { isUpload } from './uploads/multipart.ts';
import { headersTimeoutMs, limitArrival } from './middleware/request-deadline.ts';

export interface Listener {
  /** `http://host:port`, without a path. */
  url: string;
  /**
   * Takes no more connections and ends once the requests in flight are answered.
   * @returns whether they were; else the grace ended first, and their connections were cut
   */
  close(): Promise<boolean>;
}

/** How long requests in flight may go on after the server was asked to end. */
const defaultGraceMs = 10_000;

/**
 * Serves over HTTP.
 * @param place.port 0 takes a free one
 * @param place.graceMs how long requests in flight may go on after `close`, in milliseconds
 * @param place.requestMs how long a request that carries no files may take to arrive, in milliseconds
 * @throws the system's error, with its `code`, when the place cannot be listened on
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  place: { host: string; port: number; graceMs?: number; requestMs?: number },
): Promise<Listener> {
  const server = createAdaptorServer({
    fetch,
    serverOptions: { requestTimeout: 0, headersTimeout: headersTimeoutMs },
  });
  server.prependListener('request', (request: unknown, response: unknown) => {
    if (request instanceof IncomingMessage && response instanceof ServerResponse)
      limitArrival(request, response, { requestMs: place.requestMs, isExempt: isUpload });
  });
  const drain = closeConnectionsAfterAnswers(server);
  server.listen(place.port, place.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        let isCut = false;
        const cut = setTimeout(() => {
          isCut = true;
          if (server instanceof Server) server.closeAllConnections();
        }, place.graceMs ?? defaultGraceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve(!isCut);
        });
        drain();
      }),
  };
}

/** Once drained, no connection outlives the answer that is under way on it. */
function closeConnectionsAfterAnswers(server: ReturnType<typeof createAdaptorServer>): () => void {
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let isDraining = false;
  server.on('connection', (socket: unknown) => {
    if (!(socket instanceof Socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const askToClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_request: unknown, response: unknown) => {
    if (!(response instanceof ServerResponse)) return;
    open.add(response);
    if (isDraining) askToClose(response);
    response.once('close', () => {
      open.delete(response);
      // Its headers may have left before, and said that the connection stays.
      if (isDraining && server instanceof Server) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    isDraining = true;
    for (const response of open) askToClose(response);
    // One on which no request has begun would be waited for, whether or not anything ever comes.
    const busy = new Set(Array.from(open, ({ socket }) => socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  };
}
