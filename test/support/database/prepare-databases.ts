import { randomBytes } from 'node:crypto';
import { migratedDatabase } from './migrated-database.ts';
import { onServer } from './server-statement.ts';

/** Environment variable with the name of this run's template database on the server. */
export const templateVariable = 'TEST_DATABASE_TEMPLATE';

/**
 * Global set-up: creates the embedded database that tests copy, unless it is cached, and names the template database on
 * the server. The first test that needs the template creates it; the end of the run drops it.
 */
export default async function prepareDatabases(): Promise<(() => Promise<void>) | undefined> {
  await migratedDatabase();
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || process.env[templateVariable] !== undefined) return undefined;
  const name = `test_template_${randomBytes(8).toString('hex')}`;
  process.env[templateVariable] = name;
  return () => onServer(url, `drop database if exists ${name}`);
}
