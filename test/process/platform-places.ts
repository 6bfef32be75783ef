import { makeServerDatabase } from '../support/database/server-database.ts';
import { makeDataFolder, makeFolder } from './program.ts';

/** Where a platform of its own process keeps its data. */
export interface PlatformPlace {
  name: string;
  /** An empty place, as environment variables. */
  make(): Promise<{ environment: Record<string, string>; remove(): Promise<void> }>;
}

/** PGlite in a folder always, and PostgreSQL when TEST_DATABASE_URL names a server where databases may be created. */
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
