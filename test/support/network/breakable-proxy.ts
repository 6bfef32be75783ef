import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { forwardConnection } from './forward-connection.ts';

/** A TCP proxy on a free loopback port whose connections can be broken. */
export interface BreakableProxy {
  /** `http://host:port` of the proxy. */
  url: string;
  /** Closes all connections, and every new connection immediately. */
  breakConnections(): void;
  /** Stops forwarding on the open connections, without closing them. */
  freezeConnections(): void;
  /** Delays what the server sends. */
  delay(ms: number): void;
  /** Forwards new connections again, by default to the original port. */
  restore(port?: string): void;
  close(): Promise<void>;
}

export async function startBreakableProxy(port: string): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let target: string | undefined = port;
  let delayMs = 0;
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy();
    forwardConnection(client, connect(Number(target), '127.0.0.1'), sockets, () => delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const breakConnections = () => {
    target = undefined;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    breakConnections,
    freezeConnections() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    delay: (ms) => void (delayMs = ms),
    restore: (other = port) => void (target = other),
    async close() {
      breakConnections();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
