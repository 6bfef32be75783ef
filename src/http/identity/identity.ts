import type { Scope } from '../../tools/tool.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';

/** The user on whose behalf a request is made, and the scopes granted to this user. */
export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
  /** When the caller's token is no longer accepted; undefined if the identity does not expire. */
  expiresAt?: Date | undefined;
}

/** How callers authenticate: with a token of an issuer, or without a token, all as one user. */
export type Authentication = { issuer: string; audience: string } | { identifier: string };

/**
 * Identifies the caller of a request without reading its body. For a WebSocket, the request has the headers of the
 * upgrade, and the `Authorization` header that the client sent in its first message.
 * @throws RequestError when the caller cannot be identified; the reason is only in the log entry, not in the error's
 * message
 */
export type Identify = (
  request: Request,
  context: { requestId: string; logEntry: AccessLogEntry },
) => Caller | Promise<Caller>;
