import type { PGlite } from '@electric-sql/pglite';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { checkFreeBytes, freeBytesFor } from '../../infrastructure/storage/disk-full.ts';
import { databaseFolderOf, makeDataFolder } from './embedded/data-folder.ts';
import { lockDataDir } from './embedded/data-dir-lock.ts';
import { type SharedBuffers, sharedBuffersFor } from './embedded/embedded-options.ts';
import { openSession, sessionOf } from './embedded/embedded-session.ts';
import { makeNewDatabase } from './embedded/new-database.ts';
import { migrate } from './migrate.ts';
import { embeddedPools } from './pools/embedded-pools.ts';
import { type CallTimeouts, callTimeouts, type OpenPools } from './pools/pool.ts';
import { openServerPools, type ServerLocation } from './pools/server-pools.ts';
import type { Tables } from './tables/tables.ts';
import { OperatorError, reasonOf } from '../../tools/errors/operator-error.ts';

export type Db = Kysely<Tables>;

export type DatabaseLocation = ServerLocation | { dataDir: string } | { pglite: PGlite } | 'memory';

/** Closing a database also closes a database that the caller passed as `pglite`. */
export type OpenedDatabase = OpenPools;

export interface DatabaseOptions {
  /** Throws if this program cannot use the database; the error is rethrown. */
  beforeMigrating?: (db: Db) => Promise<void>;
  /** Time limits of tool calls; by default those for a timeout of 10 seconds per call. */
  timeouts?: CallTimeouts;
  /** Memory for the pages of a database in a data folder; by default, it depends on the size of the database. */
  sharedBuffers?: SharedBuffers;
  log?: Logger;
}

/** Opens and migrates a database. @throws OperatorError when the database cannot be opened, used or migrated */
export async function openDatabase(
  location: DatabaseLocation,
  { beforeMigrating, timeouts = callTimeouts(10_000), sharedBuffers, log }: DatabaseOptions = {},
): Promise<OpenedDatabase> {
  const opened = await connect(location, { timeouts, sharedBuffers, log });
  try {
    await beforeMigrating?.(opened.db);
    const isShared = typeof location === 'object' && 'url' in location;
    await migrate(opened.db, { log, isShared }).catch((error: unknown) => {
      throw migrationError(location, error);
    });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function migrationError(location: DatabaseLocation, error: unknown): Error {
  const name = nameOf(location);
  const message =
    error instanceof OperatorError
      ? `${name} ${error.message}.`
      : `${name} cannot be migrated to this version: ${reasonOf(error)}.`;
  return openingError(message, error);
}

type ConnectOptions = Parameters<typeof openServerPools>[1] & { sharedBuffers: SharedBuffers | undefined };

async function connect(location: DatabaseLocation, options: ConnectOptions): Promise<OpenedDatabase> {
  if (location === 'memory') return embeddedPools(await openSession({}), options.timeouts);
  if ('pglite' in location) return embeddedPools(sessionOf(location.pglite), options.timeouts);
  try {
    return await ('url' in location ? openServerPools(location, options) : openFolder(location.dataDir, options));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw openingError(`${nameOf(location)} cannot be opened: ${reasonOf(error)}.`, error);
  }
}

const openingError = (message: string, cause: unknown) => new OperatorError(message.replace(/\s+/g, ' '), { cause });

/** Returns a name for messages, without the credentials of a URL. */
function nameOf(location: DatabaseLocation): string {
  if (location === 'memory' || 'pglite' in location) return 'The database in memory';
  if ('dataDir' in location) return `The database in the data folder ${location.dataDir}`;
  const { host, pathname } = new URL(location.url);
  return `The database ${host}${pathname} of DATABASE_URL`;
}

async function openFolder(dataDir: string, options: ConnectOptions): Promise<OpenedDatabase> {
  await makeDataFolder(dataDir);
  const release = await lockDataDir(dataDir);
  try {
    await makeNewDatabase(dataDir);
    const folder = databaseFolderOf(dataDir);
    const sharedBuffers = options.sharedBuffers ?? (await sharedBuffersFor(folder));
    const session = await openSession({ folder, sharedBuffers }).catch(async (error: unknown) => {
      // PGlite does not say that the disk is full.
      checkFreeBytes(await freeBytesFor(folder), { cause: error });
      throw error;
    });
    const opened = await embeddedPools(session, options.timeouts);
    return {
      ...opened,
      checkSpace: async () => checkFreeBytes(await freeBytesFor(folder)),
      close: async () => {
        await opened.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
