import type { Socket } from 'node:net';

/** Forwards the bytes of two connections to each other. `sockets` contains those that are open. */
export function forwardConnection(client: Socket, node: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [client, node],
    [node, client],
  ] as const) {
    sockets.add(from);
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.once('close', () => {
      sockets.delete(from);
      to.destroySoon();
    });
  }
}
