import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Scope } from '../../connector/scope.ts';
import type { AccessLogEntry } from '../middleware/access-log-entry.ts';

/** The authenticated user of a request and the scopes granted to it. */
export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
}

/** Server context of a request that an identity plugin reads, and in which it stores the caller. */
export interface Identification {
  requestId: string;
  log: Logger;
  logEntry: AccessLogEntry;
  caller?: Caller;
}

/** Identifies the caller of a request before its body is read. */
export type IdentityPlugin = Plugin<object, Identification>;

/** Trusts `identify`: used without authentication and in tests. */
export function useIdentity(identify: (request: Request) => Caller): IdentityPlugin {
  return {
    onRequestParse({ request, serverContext }) {
      serverContext.caller = identify(request);
    },
  };
}
