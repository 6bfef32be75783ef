import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { readIfThere, readOrMake } from '../../../../storage/owner-file.ts';

/** The recordings of the database are in another folder than this node's. */
export class RecordingFolderError extends Error {
  constructor(folder: string) {
    super(
      `${folder} is not the folder where the other nodes on this database keep recordings. ` +
        'Set DATA_DIR to a folder that all of them share. ' +
        'If that folder is lost, run npm run cli -- recordings release, and start again.',
    );
    this.name = 'RecordingFolderError';
  }
}

/** Beside the folder, not in it, where every file is a recording. */
const markerOf = (folder: string) => `${folder}.marker`;

/**
 * Checks that nodes which share a database also share the folder of its recordings: a marker file must match the
 * database. The first node makes both.
 * @throws RecordingFolderError
 */
export async function checkSharedFolder(db: Kysely<Tables>, folder: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('recording folder', 0))`.execute(trx);
    const row = await trx.selectFrom('convo_recording_folder').select('marker').executeTakeFirst();
    if (row) {
      const marker = (await readIfThere(markerOf(folder)))?.toString();
      if (marker !== row.marker) throw new RecordingFolderError(folder);
      return;
    }
    const marker = (await readOrMake(markerOf(folder), randomUUID)).toString();
    await trx.insertInto('convo_recording_folder').values({ marker }).execute();
  });
}

/** Lets the next node that starts say where recordings are. What only the folder before had is lost. */
export async function releaseSharedFolder(db: Kysely<Tables>): Promise<{ wasSet: boolean }> {
  const { numDeletedRows } = await db.deleteFrom('convo_recording_folder').executeTakeFirst();
  return { wasSet: numDeletedRows > 0n };
}
