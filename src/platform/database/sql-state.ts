/** Returns the SQLSTATE of a database error, or the `code` of another error, such as `ECONNRESET`; else undefined. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether the error has SQLSTATE class 22, such as a date out of range. */
export const isDataError = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

const tooManyConnections = '53300';

/** Message of the driver's pool when no connection became free in time. */
const poolTimeout = 'timeout exceeded when trying to connect';

/** Whether the error means that the server, the database, the role or the pool has no connection left. */
export const isOutOfConnections = (error: unknown): boolean =>
  sqlState(error) === tooManyConnections || (error instanceof Error && error.message === poolTimeout);

/** SQLSTATE codes of a shutdown, crash or lost connection, codes of sockets and names, and the driver's own texts. */
const connectionLost =
  /^(?:57P0[123]|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Connection terminated.*|.*is not queryable)$/;

/** Also for errors that pg-boss has copied to plain objects. */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && typeof error.code === 'string') return connectionLost.test(error.code);
  return 'message' in error && typeof error.message === 'string' && connectionLost.test(error.message);
}

export const uniqueViolation = '23505';
export const foreignKeyViolation = '23503';
const invalidStatementName = '26000';
const featureNotSupported = '0A000';

/** Whether a prepared statement is outdated: a migration changed its result, or the session has lost the statement. */
export const isStaleStatement = (error: unknown): boolean =>
  sqlState(error) === invalidStatementName ||
  (sqlState(error) === featureNotSupported &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery');

export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
