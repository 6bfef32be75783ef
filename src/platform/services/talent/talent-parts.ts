import type { Db } from '../../database/open-database.ts';

/** Dependencies that all tool handlers of the talent service share. */
export interface TalentParts {
  db: Db;
  now: () => Date;
}
