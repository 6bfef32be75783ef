import type { Db } from '../../database/open-database.ts';

/** The dependencies of all handlers of the talent service. */
export interface TalentParts {
  db: Db;
  now: () => Date;
}
