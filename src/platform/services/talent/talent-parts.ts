import type { Db } from '../../database/open-database.ts';

export interface TalentParts {
  db: Db;
  now: () => Date;
}
