/** The SQLSTATE of a database error, from either driver. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Class 22, data exceptions: a parameter is not a valid value, for example a number or date out of range. */
export const isDataError = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

export const uniqueViolation = '23505';
export const foreignKeyViolation = '23503';

/** The constraint that a database error names, if any. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
