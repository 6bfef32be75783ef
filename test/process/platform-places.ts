import { randomBytes } from 'node:crypto';
import { onServer } from '../support/database-server.ts';
import { makeFolder } from './program.ts';

/** Where a platform of its own process keeps its data. */
export interface PlatformPlace {
  name: string;
  /** An empty place, as environment variables. */
  make(): Promise<{ environment: Record<string, string>; remove(): Promise<void> }>;
}

/** PGlite in a folder always, and PostgreSQL when TEST_DATABASE_URL names a server where databases may be created. */
export function platformPlaces(): PlatformPlace[] {
  const url = process.env['TEST_DATABASE_URL'];
  const folder = {
    name: 'PGlite',
    make: async () => ({ environment: { DATA_DIR: await makeFolder() }, remove: async () => {} }),
  };
  return url ? [folder, { name: 'PostgreSQL', make: () => makeDatabase(url) }] : [folder];
}

async function makeDatabase(serverUrl: string) {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    environment: { DATA_DIR: await makeFolder(), DATABASE_URL: url.href },
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}
