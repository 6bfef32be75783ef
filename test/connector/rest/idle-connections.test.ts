import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openPlatformHttp } from '../../../src/connector/transports/platform-http.ts';

it('closes an idle connection to the platform in time, even if the platform announces a longer limit', async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  // oxlint-disable-next-line timing/no-literal-limit -- the test waits for this limit
  const http = openPlatformHttp(`http://127.0.0.1:${port}`, { idleMs: 50 });
  const connected = once(server, 'connection');
  const { signal } = new AbortController();
  await http.send({ method: 'GET', lane: 'one', path: '/', headers: {} }, signal);

  const [socket] = await connected;
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
  await http.close();
  server.close();
});
