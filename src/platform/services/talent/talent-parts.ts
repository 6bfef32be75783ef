import type { Db } from '../../database/open-database.ts';

/** What the tool handlers of the talent service need. */
export interface TalentParts {
  db: Db;
  now: () => Date;
}
