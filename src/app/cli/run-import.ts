import { readDatabaseClock } from '../../platform/database/database-clock.ts';
import type { Db } from '../../platform/database/open-database.ts';
import type { EmitEvents } from '../../platform/import/import-batch.ts';
import { importFiles, type ImportOptions } from '../../platform/import/import-files.ts';
import { recordEvents } from '../../platform/services/conversation/events/record-events.ts';

/** @param options `emit` records events of new records */
export async function runImport(
  db: Db,
  { emit, ...options }: Omit<ImportOptions, 'db' | 'emit'> & { emit?: boolean | undefined },
): Promise<{ failed: boolean }> {
  const { failed } = await importFiles({ db, ...options, emit: emit ? await eventRecorder(db) : undefined });
  return { failed };
}

async function eventRecorder(db: Db): Promise<EmitEvents> {
  const now = await readDatabaseClock(db);
  return async (trx, causes) => (await recordEvents(trx, causes, { now })).length;
}
