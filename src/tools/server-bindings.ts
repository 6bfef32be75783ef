import type { Writable } from 'node:stream';

/** What Hono routes know of the Node server: the `env` of a request. */
export interface ServerBindings {
  incoming: { socket: { remoteAddress?: string | undefined } };
  outgoing?: Writable | undefined;
  /** A route can set this function, which writes the body after the headers, to save memory in long responses. */
  writeBody?: ((outgoing: Writable) => void) | undefined;
}
