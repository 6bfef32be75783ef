import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';

export interface Listener {
  /** `http://host:port`, without a path. */
  url: string;
  /** Takes no more connections and ends once the requests in flight are answered, or after the grace. */
  close(): Promise<void>;
}

/** How long requests in flight may go on after the server was asked to end. */
const graceMs = 10_000;

/**
 * Serves over HTTP.
 * @param place.port 0 takes a free one
 * @throws the system's error, with its `code`, when the place cannot be listened on
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  place: { host: string; port: number },
): Promise<Listener> {
  const server = createAdaptorServer({ fetch });
  server.listen(place.port, place.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), graceMs).unref();
      }),
  };
}
