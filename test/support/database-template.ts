import { randomBytes } from 'node:crypto';
import { onServer } from './database-server.ts';

/** The environment variable that names the template of this run's databases on the server. */
export const templateVariable = 'TEST_DATABASE_TEMPLATE';

/** Names the template, which the first test that needs it makes, and drops it at the end of the run. */
export default function nameTemplate(): (() => Promise<void>) | undefined {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || process.env[templateVariable] !== undefined) return undefined;
  const name = `test_template_${randomBytes(8).toString('hex')}`;
  process.env[templateVariable] = name;
  return () => onServer(url, `drop database if exists ${name}`);
}
