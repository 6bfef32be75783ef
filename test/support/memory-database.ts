import { openAsBlob } from 'node:fs';
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts';
import { snapshotVariable } from './database-snapshots.ts';

/** An empty database in memory: a copy of the one that is made before all tests, in a fraction of the time. */
export async function openMemoryDatabase(): Promise<OpenDatabase> {
  const snapshot = process.env[snapshotVariable];
  return openDatabase(snapshot === undefined ? 'memory' : { copyOf: await openAsBlob(snapshot) });
}
