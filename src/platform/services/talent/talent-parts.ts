import type { Db } from '../../database/open-database.ts';

/** What every handler of the talent service works with. */
export interface TalentParts {
  db: Db;
  now: () => Date;
}
