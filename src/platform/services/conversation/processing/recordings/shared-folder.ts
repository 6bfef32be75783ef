import { OperatorError } from '../../../../../tools/errors/operator-error.ts';
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { readIfExists, readOrMake } from '../../../../../infrastructure/storage/owner-file.ts';
import { inTransaction } from '../../../../database/in-transaction.ts';
import type { Tables } from '../../../../database/tables/tables.ts';

const wrongFolderError = (folder: string) =>
  new OperatorError(
    `${folder} is not the folder in which the other nodes on this database store recordings. ` +
      'Set DATA_DIR to a folder that all nodes share. ' +
      'If the shared folder is lost, run npm run cli -- recordings release, then start again.',
  );

/** Path of the marker file, outside the folder because every file in the folder is a recording. */
const markerOf = (folder: string) => `${folder}.marker`;

/**
 * Checks that the marker file contains the marker in the database, so that all nodes use the same folder. The first
 * node creates both.
 * @throws OperatorError
 */
export async function checkSharedFolder(db: Kysely<Tables>, folder: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('recording folder', 0))`.execute(trx);
    const row = await trx.selectFrom('convo_recording_folder').select('marker').executeTakeFirst();
    if (row) {
      const marker = (await readIfExists(markerOf(folder)))?.toString();
      if (marker !== row.marker) throw wrongFolderError(folder);
      return;
    }
    const marker = (await readOrMake(markerOf(folder), randomUUID)).toString();
    await trx.insertInto('convo_recording_folder').values({ marker }).execute();
  });
}

/** Lets the next node that starts use another folder. Recordings that are only in the old folder are lost. */
export async function releaseSharedFolder(db: Kysely<Tables>): Promise<{ wasSet: boolean }> {
  const { numDeletedRows } = await db.deleteFrom('convo_recording_folder').executeTakeFirst();
  return { wasSet: numDeletedRows > 0n };
}
