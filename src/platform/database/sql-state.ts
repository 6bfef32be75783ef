/** Returns the SQLSTATE code of a database error, from the driver of either PostgreSQL or PGlite. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Whether the error is a data exception (SQLSTATE class 22): a parameter is not a valid value, for example a number or
 * date out of range.
 */
export const isDataError = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

export const uniqueViolation = '23505';
export const foreignKeyViolation = '23503';
/** A prepared statement does not exist. */
export const invalidStatementName = '26000';
export const featureNotSupported = '0A000';

/** Returns the name of the violated constraint, if the error contains it. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
