import { type Config, readConfig } from '../config/config.ts';
import { type Db, openDatabase } from '../platform/database/open-database.ts';
import { CommandError } from './command-error.ts';

/** What the commands about connections, accounts and keys work on. */
export interface PlatformData {
  config: Config;
  db: Db;
}

/**
 * Opens the database of the platform for the length of a command.
 * @throws CommandError when there is none here that lasts
 */
export async function withDatabase(work: (data: PlatformData) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  if (config.remotePlatform) throw new CommandError('PLATFORM_URL is set: run this where the platform itself runs.');
  if (config.database === 'memory') {
    throw new CommandError('DATA_DIR is memory, which keeps nothing; set it to a folder, or set DATABASE_URL.');
  }
  const { db, close } = await openDatabase(config.database);
  try {
    await work({ config, db });
  } finally {
    await close();
  }
}
