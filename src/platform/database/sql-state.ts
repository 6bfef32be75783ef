/** The SQLSTATE of an error that the database answered, the same from both drivers. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Class 22: a value that the statement was given does not fit, as a number or date out of range. */
export const isDataError = (error: unknown): boolean => sqlState(error)?.startsWith('22') ?? false;

export const uniqueViolation = '23505';
export const foreignKeyViolation = '23503';

/** The constraint that an error of the database names; nothing when it names none. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
