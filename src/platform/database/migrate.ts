import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as talent from './migrations/0001-talent.ts';
import * as conversation from './migrations/0002-conversation.ts';
import * as recordings from './migrations/0003-recordings.ts';
import * as serviceKeys from './migrations/0004-service-keys.ts';
import * as platformClients from './migrations/0005-platform-clients.ts';
import * as nameParts from './migrations/0006-name-parts.ts';
import * as coveringSignalIndexes from './migrations/0007-covering-signal-indexes.ts';
import * as developmentAccounts from './migrations/0008-development-accounts.ts';
import * as foldedNames from './migrations/0009-folded-names.ts';
import * as analysisState from './migrations/0010-analysis-state.ts';
import * as recordingFolder from './migrations/0011-recording-folder.ts';
import { OpenDatabaseError } from './open-database-error.ts';
import type { Tables } from './tables/tables.ts';

const migrations: Record<string, Migration> = {
  '0001-talent': talent,
  '0002-conversation': conversation,
  '0003-recordings': recordings,
  '0004-service-keys': serviceKeys,
  '0005-platform-clients': platformClients,
  '0006-name-parts': nameParts,
  '0007-covering-signal-indexes': coveringSignalIndexes,
  '0008-development-accounts': developmentAccounts,
  '0009-folded-names': foldedNames,
  '0010-analysis-state': analysisState,
  '0011-recording-folder': recordingFolder,
};

/**
 * Brings the database to the newest shape. Several processes may call it at once; one migrates, the others wait.
 * @throws OpenDatabaseError when a newer version of the program has migrated the database
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new OpenDatabaseError(
      `was migrated by a newer version of the program (${unknown.join(', ')}); start that version or a later one`,
    );
  }
  // The migrator takes a fifth of a second to find that there is nothing to do.
  if (applied.length === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** The names of the migrations that the database has had; none on a new one. */
async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string | null;
  }>`select to_regclass('kysely_migration')::text as name`.execute(db);
  if (tables[0]?.name == null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
