import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Scope } from '../../connector/scope.ts';
import type { AccessLogEntry } from '../middleware/access-log-entry.ts';

/** Who asks, and what they may do. */
export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
}

/** What finds out who asks needs to know of a request, and where it leaves the answer. */
export interface Identification {
  requestId: string;
  log: Logger;
  logEntry: AccessLogEntry;
  caller?: Caller;
  /** What a token says that was verified. */
  jwt?: { payload: unknown };
}

/** Tells the callers of requests, before anything of a request's body is read. */
export type IdentityPlugin = Plugin<object, Identification>;

/** Takes the word of `identify` for who asks. */
export function useIdentity(identify: (request: Request) => Caller): IdentityPlugin {
  return {
    onRequestParse({ request, serverContext }) {
      serverContext.caller = identify(request);
    },
  };
}
