import type { Scope } from '../../connector/scope.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';

/** The authenticated user of a request and the scopes granted to it. */
export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
}

/**
 * Identifies the caller of a request without reading its body.
 * @throws RequestError whose message does not explain the reason; only the log entry does
 */
export type Identify = (
  request: Request,
  context: { requestId: string; logEntry: AccessLogEntry },
) => Caller | Promise<Caller>;
