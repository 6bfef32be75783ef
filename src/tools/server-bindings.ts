import type { Writable } from 'node:stream';

/** What Hono routes know of the Node server: the `env` of a request. */
export interface ServerBindings {
  incoming: { socket: { remoteAddress?: string | undefined } };
  outgoing?: Writable | undefined;
  /** Writes the body once the headers are set. Saves the memory of responses that stay open for long. */
  writeBody?: ((outgoing: Writable) => void) | undefined;
}
