import { randomBytes } from 'node:crypto';
import { migratedDatabase } from './migrated-database.ts';
import { onServer } from './server-statement.ts';

/** The environment variable that names the template of this run's databases on the server. */
export const templateVariable = 'TEST_DATABASE_TEMPLATE';

/**
 * Makes the embedded database that tests copy, unless an earlier run did, and names the template on the server, which
 * the first test that needs it makes. The template is dropped at the end of the run.
 */
export default async function prepareDatabases(): Promise<(() => Promise<void>) | undefined> {
  await migratedDatabase();
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || process.env[templateVariable] !== undefined) return undefined;
  const name = `test_template_${randomBytes(8).toString('hex')}`;
  process.env[templateVariable] = name;
  return () => onServer(url, `drop database if exists ${name}`);
}
