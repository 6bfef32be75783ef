import { once } from 'node:events';
import { createServer } from 'node:net';

/** A currently free port, for a program that must restart on the same one. */
export async function freePort(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return String(typeof address === 'object' && address ? address.port : 0);
}
