import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { databaseUrl, onServer } from './server-statement.ts';
import { templateVariable } from './prepare-databases.ts';

export interface ServerDatabase {
  url: string;
  /** Drops the database, closing its connections. */
  remove(): Promise<void>;
}

/** Creates a migrated, empty database on the server. */
export async function makeServerDatabase(serverUrl: string): Promise<ServerDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = process.env[templateVariable];
  if (template === undefined) throw new Error(`${templateVariable} is not set`);
  await makeTemplate(serverUrl, template);
  await onServer(serverUrl, `create database ${name} template ${template}`);
  // Saves time, and is safe: only a crash of the server would lose commits.
  await onServer(serverUrl, `alter database ${name} set synchronous_commit = off`);
  return {
    url: databaseUrl(serverUrl, name),
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

let made: Promise<void> | undefined;

/** Creates the template unless another process of this run has already created it. */
function makeTemplate(serverUrl: string, name: string): Promise<void> {
  made ??= migrateTemplate(serverUrl, name);
  return made;
}

async function migrateTemplate(serverUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`create database ${unfinished}`);
    const opened = await openDatabase({ url: databaseUrl(serverUrl, unfinished) });
    await opened.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await client.end();
  }
}
