import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { timeLimit } from '../time-limit.ts';
import { forwardConnection } from './forward-connection.ts';

/** A load balancer on a free loopback port that forwards TCP connections to the nodes that are ready. */
export interface ProbingBalancer {
  /** `http://host:port` of the balancer. */
  url: string;
  /** Adds a node, given by its port, and waits until it receives connections. */
  add(port: string): Promise<void>;
  /** Waits until a node that stopped and started again receives connections. */
  waitFor(port: string): Promise<void>;
  close(): Promise<void>;
}

const probeIntervalMs = 200;

/**
 * Probes `/health/ready` of every node. A node that fails a probe or refuses a connection receives
 * no new connections until a probe succeeds. Like any TCP balancer, leaves open connections open.
 */
export async function startProbingBalancer(): Promise<ProbingBalancer> {
  const nodes = new Map<string, { isReady: boolean; isBeingProbed: boolean }>();
  const sockets = new Set<Socket>();
  let turn = 0;

  const probeAll = () =>
    Promise.all(
      Array.from(nodes, async ([port, node]) => {
        // On a slow machine, a probe may take longer than the interval.
        if (node.isBeingProbed) return;
        node.isBeingProbed = true;
        const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(timeLimit(5)),
        }).catch(() => undefined);
        await response?.text().catch(() => {});
        node.isReady = response?.ok === true;
        node.isBeingProbed = false;
      }),
    );
  const probing = setInterval(() => void probeAll(), probeIntervalMs);

  const dispatch = (client: Socket) => {
    const ready = [...nodes].filter(([, { isReady }]) => isReady);
    const [port, node] = ready[(turn += 1) % ready.length] ?? [];
    if (port === undefined) return void client.destroy();
    const connection = connect(Number(port), '127.0.0.1');
    const tryAnother = () => {
      if (node) node.isReady = false;
      dispatch(client);
    };
    connection.once('error', tryAnother);
    connection.once('connect', () => {
      connection.off('error', tryAnother);
      forwardConnection(client, connection, sockets);
    });
  };
  const server = createServer((client) => {
    // Ignore client errors until `forwardConnection` handles them.
    client.on('error', () => {});
    dispatch(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const waitFor = async (port: string) => {
    // oxlint-disable-next-line timing/no-sleep -- benchmarks use this file without vitest
    while (nodes.get(port)?.isReady !== true) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    waitFor,
    async add(port) {
      nodes.set(port, { isReady: false, isBeingProbed: false });
      await waitFor(port);
    },
    async close() {
      clearInterval(probing);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
