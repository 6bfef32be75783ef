import { type AddressInfo, createServer, type Socket } from 'node:net';

/** URL of the Redis for tests; undefined if there is none. */
export const testRedisUrl = process.env['TEST_REDIS_URL'];

/** How a server reacts to each received chunk. */
export type Manner = (socket: Socket, piece: Buffer) => void;

/** Replies to every command with `reply`: as much of the protocol as a cache needs. */
export const answering =
  (reply: (command: string) => string): Manner =>
  (socket, piece) => {
    for (const [, command = ''] of piece.toString().matchAll(/\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g)) {
      socket.write(reply(command.toUpperCase()));
    }
  };

/** Accepts everything and never replies. */
export const silent: Manner = () => {};

/** A Redis server with injectable faults. */
export interface FalseRedis {
  url: string;
  readonly connections: number;
  behave(manner: Manner): void;
  /** Closes all connections and refuses new ones. */
  die(): Promise<void>;
  /** Listens again on the same port. */
  revive(): Promise<void>;
}

export async function startFalseRedis(manner: Manner): Promise<FalseRedis> {
  let current = manner;
  let port = 0;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('data', (piece) => current(socket, piece));
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
    behave: (next) => {
      current = next;
    },
    async die() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    revive: listen,
  };
}
