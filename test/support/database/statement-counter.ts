import type { OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import { recordStatements } from './statement-recorder.ts';

export interface StatementCounter {
  /** The database to use instead of the original. */
  database: OpenedDatabase;
  /** Number of statements of tool calls since the last call of `take`, without begin, commit and rollback. */
  take(): number;
}

/** Counts the statements that tool calls run, including those that find their connection, account and user. */
export function countStatements(database: OpenedDatabase): StatementCounter {
  const callers = recordStatements(database.calls.callers);
  const talent = recordStatements(database.calls.talent);
  const convo = recordStatements(database.calls.convo);
  return {
    database: { ...database, calls: { callers: callers.db, talent: talent.db, convo: convo.db } },
    take: () => [callers, talent, convo].reduce((sum, { take }) => sum + take().length, 0),
  };
}
