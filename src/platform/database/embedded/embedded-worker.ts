import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as readInitialArchive } from '@electric-sql/pglite-prepopulatedfs';
import { embeddedOptions } from './embedded-options.ts';
import { type DatabaseFiles, execute } from './embedded-session.ts';

const { folder, sharedBuffers }: DatabaseFiles = workerData;
const options = embeddedOptions(sharedBuffers);
const pglite = await (folder === undefined
  ? PGlite.create({ ...options, loadDataDir: await readInitialArchive() })
  : PGlite.create(folder, options));

const respond = (response: Uint8Array<ArrayBuffer>) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
  parentPort?.postMessage(response, [response.buffer]);

async function handle(request: Uint8Array): Promise<void> {
  if (request.length > 0) return respond(await execute(pglite, request));
  // An empty request closes the database.
  await pglite.close();
  parentPort?.close();
}

parentPort?.on('message', (request: Uint8Array) => void handle(request));
// An empty response reports that the database is open.
respond(new Uint8Array());
