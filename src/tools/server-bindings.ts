import type { Writable } from 'node:stream';

/** What the HTTP server passes with each request: where it comes from, and where its response is written. */
export interface ServerBindings {
  incoming: { socket: { remoteAddress?: string | undefined } };
  outgoing?: Writable | undefined;
  /**
   * Set by a handler whose response has no body yet: writes the body once the headers are set, which are sent with its
   * first bytes. Nothing else of the response is needed then, which saves the memory of responses that stay open for long.
   */
  writeBody?: ((outgoing: Writable) => void) | undefined;
}
