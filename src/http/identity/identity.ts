import type { Scope } from '../../tools/tool.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';

export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
  /** Undefined if the identity does not expire. */
  expiresAt?: Date | undefined;
}

/** Callers send a token of the issuer, or need none and all act as one user. */
export type Authentication = { issuer: string; audience: string } | { identifier: string };

/**
 * Must not read the body. For a WebSocket, `Authorization` comes from the first message.
 * @throws RequestError when the caller cannot be identified; only the log entry has the reason
 */
export type Identify = (
  request: Request,
  context: { requestId: string; logEntry: AccessLogEntry },
) => Caller | Promise<Caller>;
