import type { Writable } from 'node:stream';

/** What Hono routes know of the Node server: the `env` of a request. */
export interface ServerBindings {
  incoming: { socket: { remoteAddress?: string | undefined } };
  outgoing?: Writable | undefined;
  /** Set by a route to write the body itself after the headers. Saves memory for responses that stay open for long. */
  writeBody?: ((outgoing: Writable) => void) | undefined;
}
