import { QueueError } from '../../../infrastructure/fairness/slot-queue.ts';
import { isDiskFull } from '../../../infrastructure/storage/disk-full.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';
import { isConnectionLost, isOutOfConnections, sqlState } from '../sql-state.ts';
import type { CallContext } from './call-context.ts';

/**
 * `UPSTREAM_UNAVAILABLE` promises that the call had no effect, so a call that has run statements of its service gets
 * `UPSTREAM_TIMEOUT`. The reason is `BUSY` if the database works but has no free connection.
 */
export const noConnectionError = (cause: unknown, call: CallContext | undefined) =>
  new PlatformError({
    code: call?.hasBegun ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE',
    message: 'The database is busy or cannot be reached.',
    reason: isOutOfConnections(cause) || cause instanceof QueueError ? 'BUSY' : undefined,
    cause,
  });

/** SQLSTATE of `query_canceled`: by `statement_timeout`, or because the call was aborted. */
const queryCanceled = '57014';

/**
 * Returns the abort reason if an abort cancelled the statement, `INSUFFICIENT_STORAGE` if the disk is full, and
 * `UPSTREAM_TIMEOUT` for any other unfinished statement, which may have taken effect. Returns other errors unchanged.
 */
export function statementError(error: unknown, call: CallContext | undefined): unknown {
  if (isDiskFull(error)) {
    // Every tool changes data in one transaction, which PostgreSQL has rolled back.
    const message = 'The database has no space left. Nothing was changed; try again later.';
    return new PlatformError({ code: 'INSUFFICIENT_STORAGE', message, cause: error });
  }
  const isCanceled = sqlState(error) === queryCanceled;
  if (isCanceled && call?.signal.aborted) return call.signal.reason;
  if (!isCanceled && !isConnectionLost(error)) return error;
  const message = isCanceled
    ? 'The database did not finish a statement in time.'
    : 'The connection to the database was lost before a statement finished.';
  return new PlatformError({ code: 'UPSTREAM_TIMEOUT', message, cause: error });
}
