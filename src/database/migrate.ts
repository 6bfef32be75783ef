import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as talent from './migrations/0001-talent.ts';
import * as conversation from './migrations/0002-conversation.ts';
import * as recordings from './migrations/0003-recordings.ts';
import type { Tables } from './tables.ts';

const migrations: Record<string, Migration> = {
  '0001-talent': talent,
  '0002-conversation': conversation,
  '0003-recordings': recordings,
};

/** Brings the database to the newest shape. Several processes may call it at once; one migrates, the others wait. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
