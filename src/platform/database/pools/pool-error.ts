import { QueueError } from '../../../infrastructure/fairness/slot-queue.ts';
import { isDiskFull } from '../../../infrastructure/storage/disk-full.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';
import { isRefused, sqlState } from '../sql-state.ts';
import type { CallContext } from './call-context.ts';

/**
 * `UPSTREAM_UNAVAILABLE` promises that the call had no effect; one that has run statements of its service gets
 * `UPSTREAM_TIMEOUT`. `BUSY` means that there are only too few connections.
 */
export const noConnectionError = (cause: unknown, call: CallContext | undefined) =>
  new PlatformError({
    code: call?.hasBegun ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE',
    message: 'The database is busy or cannot be reached.',
    reason: isRefused(cause) || cause instanceof QueueError ? 'BUSY' : undefined,
    cause,
  });

/** SQLSTATE of `query_canceled`: by `statement_timeout`, or because the caller has gone. */
const queryCanceled = '57014';

/**
 * The abort reason if the caller has gone, `INSUFFICIENT_STORAGE` if the disk is full; an unfinished statement becomes
 * `UPSTREAM_TIMEOUT`, because it may have taken effect. Returns any other error unchanged.
 */
export function statementError(error: unknown, call: CallContext | undefined): unknown {
  if (isDiskFull(error)) return diskFullError(error);
  const isCanceled = sqlState(error) === queryCanceled;
  if (!isCanceled && !isConnectionLost(error)) return error;
  if (isCanceled && call?.signal.aborted) return call.signal.reason;
  return new PlatformError({
    code: 'UPSTREAM_TIMEOUT',
    message: isCanceled
      ? 'The database did not finish a statement in time.'
      : 'The connection to the database was lost before a statement finished.',
    cause: error,
  });
}

/** The call had no effect: every tool changes data in one transaction, which PostgreSQL rolls back. */
const diskFullError = (cause: unknown) =>
  new PlatformError({
    code: 'INSUFFICIENT_STORAGE',
    message: 'The database has no space left. Nothing was changed; try again later.',
    cause,
  });

/** SQLSTATE codes of a shutdown or crash, codes of broken sockets, and the driver's own texts. */
const connectionLostCodes = new Set<unknown>(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const connectionLostMessage = /^Connection terminated|is not queryable$/;

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (connectionLostCodes.has(sqlState(error)) ||
    sqlState(error)?.startsWith('08') === true ||
    connectionLostMessage.test(error.message));
