import { featureNotSupported, invalidStatementName, sqlState } from '../../sql-state.ts';

/** Maximum number of statements that a connection prepares. Each takes up memory of the database for its plan. */
export const maxStatements = 200;

/** Maximum length of a prepared statement. Longer ones store many rows; their text depends on the number of rows. */
const maxLength = 4000;

const manipulatesData = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Whether a statement may be prepared: it reads or writes data, and is not too long. */
export const isPreparable = (text: string): boolean => text.length <= maxLength && manipulatesData.test(text);

/**
 * Whether a statement failed because it must be prepared again: a migration has changed the type of its result, or the
 * session has lost its prepared statements.
 */
export const isStaleStatement = (error: unknown): boolean =>
  sqlState(error) === invalidStatementName ||
  (sqlState(error) === featureNotSupported &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery');
