import { randomBytes } from 'node:crypto';
import { makeServerDatabase, type ServerDatabase } from './server-database.ts';
import { onServer } from './server-statement.ts';

/**
 * Creates a migrated, empty database that accepts a limited number of connections. Its URL names a
 * role of its own, because the limit does not apply to superusers.
 */
export async function makeLimitedDatabase(serverUrl: string, maxConnections: number): Promise<ServerDatabase> {
  const { url, remove } = await makeServerDatabase(serverUrl);
  const own = new URL(url);
  const name = own.pathname.slice(1);
  const password = randomBytes(8).toString('hex');
  await onServer(url, `create role ${name} login password '${password}'`);
  await onServer(url, `grant create on database ${name} to ${name}`);
  await onServer(url, `grant all on schema public to ${name}`);
  await onServer(url, `grant all on all tables in schema public to ${name}`);
  await onServer(url, `grant all on all sequences in schema public to ${name}`);
  await onServer(serverUrl, `alter database ${name} connection limit ${maxConnections}`);
  own.username = name;
  own.password = password;
  return {
    url: own.href,
    remove: async () => {
      await remove();
      await onServer(serverUrl, `drop role ${name}`);
    },
  };
}
