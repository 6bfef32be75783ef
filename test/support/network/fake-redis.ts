import { type AddressInfo, createServer, type Socket } from 'node:net';

/** URL of the Redis for tests; undefined if there is none. */
export const testRedisUrl = process.env['TEST_REDIS_URL'];

/** How a server reacts to each received chunk. */
export type Behaviour = (socket: Socket, chunk: Buffer) => void;

/** Replies to each command with `reply`. Parses only as much of the protocol as a cache needs. */
export const replying =
  (reply: (command: string) => string): Behaviour =>
  (socket, chunk) => {
    for (const [, command = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g)) {
      socket.write(reply(command.toUpperCase()));
    }
  };

/** Accepts everything and never replies. */
export const silent: Behaviour = () => {};

/** A Redis server with injectable faults. */
export interface FakeRedis {
  url: string;
  readonly connections: number;
  setBehaviour(behaviour: Behaviour): void;
  /** Closes all connections and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

export async function startFakeRedis(behaviour: Behaviour): Promise<FakeRedis> {
  let current = behaviour;
  let port = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('data', (chunk) => current(socket, chunk));
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    if (typeof address === 'object' && address) port = address.port;
  };
  await listen();
  return {
    url: `redis://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    setBehaviour: (next) => {
      current = next;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restart: listen,
  };
}
