import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
// oxlint-disable-next-line timing/no-sleep -- delays bytes as a network does
import { setTimeout } from 'node:timers/promises';

/**
 * Forwards the bytes of two connections to each other, those of the node after `delayMs`. While a
 * connection is open, `sockets` contains it.
 */
export function forwardConnection(client: Socket, node: Socket, sockets: Set<Socket>, delayMs = () => 0): void {
  for (const [from, to] of [
    [client, node],
    [node, client],
  ] as const) {
    sockets.add(from);
    from.setNoDelay(true);
    if (from === client) from.pipe(to);
    else from.pipe(delayed(delayMs)).pipe(to);
    from.on('error', () => to.destroy());
    from.once('close', () => {
      sockets.delete(from);
      to.destroySoon();
    });
  }
}

function delayed(delayMs: () => number): Transform {
  let sent: Promise<unknown> = Promise.resolve();
  const send = (run: () => void) => {
    const wait = delayMs() === 0 ? undefined : setTimeout(delayMs());
    sent = sent.then(() => wait).then(run);
  };
  return new Transform({
    transform(chunk, _encoding, done) {
      send(() => this.push(chunk));
      done();
    },
    flush: send,
  });
}
