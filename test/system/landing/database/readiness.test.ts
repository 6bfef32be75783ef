import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { onServer } from '../../../support/database/server-statement.ts';
import { makeServerDatabase } from '../../../support/database/server-database.ts';
import { startApp } from '../../../support/network/start-app.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'];

describe.runIf(serverUrl !== undefined)('readiness on PostgreSQL', () => {
  it('fails while the database accepts no connections, and then recovers', async () => {
    const server = serverUrl ?? '';
    const { url, remove } = await makeServerDatabase(server);
    const name = new URL(url).pathname.slice(1);
    const database = await openDatabase({ url });
    const app = await startApp({ DEMO_DATA: 'false' }, { database });
    const code = async (path: string) => (await app.fetch(new Request(`http://graph.test${path}`))).status;
    const codes = () => Promise.all([code('/health/ready'), code('/health/live')]);

    expect(await codes()).toEqual([200, 200]);
    await onServer(server, `alter database ${name} allow_connections false`);
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect.poll(codes, { timeout: timeLimit(15) }).toEqual([503, 200]);
    const deep = await app.fetch(new Request('http://graph.test/health/ready?deep=1'));
    expect(await deep.json()).toEqual({
      status: 'failing',
      part: 'database',
      parts: { database: 'failing', storage: 'ok' },
    });
    await onServer(server, `alter database ${name} allow_connections true`);
    await expect.poll(codes, { timeout: timeLimit(15) }).toEqual([200, 200]);

    await app.close();
    await database.close();
    await remove();
  });
});
