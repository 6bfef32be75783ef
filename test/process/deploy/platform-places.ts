import { makeServerDatabase } from '../../support/database/server-database.ts';
import { makeDataFolder, makeFolder } from '../program.ts';

/** Storage for a platform in a separate process. */
export interface PlatformPlace {
  name: string;
  /** Creates empty storage; `environment` points to it. */
  make(): Promise<{ environment: Record<string, string>; remove(): Promise<void> }>;
}

/** PGlite in a folder, and PostgreSQL if TEST_DATABASE_URL names a server where databases can be created. */
export function platformPlaces(): PlatformPlace[] {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const folder = {
    name: 'PGlite',
    make: async () => ({ environment: { DATA_DIR: await makeDataFolder() }, remove: async () => {} }),
  };
  return serverUrl ? [folder, { name: 'PostgreSQL', make: () => makeDatabase(serverUrl) }] : [folder];
}

async function makeDatabase(serverUrl: string) {
  const { url, remove } = await makeServerDatabase(serverUrl);
  return { environment: { DATA_DIR: await makeFolder(), DATABASE_URL: url }, remove };
}
