import type { Writable } from 'node:stream';

/** What Hono routes know of the Node server: the `env` of a request. */
export interface ServerBindings {
  incoming: { socket: { remoteAddress?: string | undefined } };
  outgoing?: Writable | undefined;
  /** A route sets this function to write the body itself after the headers, which saves memory in long responses. */
  writeBody?: ((outgoing: Writable) => void) | undefined;
}
