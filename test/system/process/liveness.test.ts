import { Client } from 'pg';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { freePort } from '../../support/network/free-port.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { cleanUp, makeFolder, spawnProgram, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

async function probe(origin: string, path: string) {
  const response = await fetch(origin + path).catch(() => undefined);
  return response && { status: response.status, body: await response.json() };
}

describe('the health checks of a process', { timeout: timeLimit(60) }, () => {
  afterEach(cleanUp);

  it.skipIf(serverUrl === '')('are live but not ready while it waits for a migration', async () => {
    const { url, remove } = await makeServerDatabase(serverUrl);
    const { db, close } = await openDatabase({ url });
    await sql`drop table platform_imported_ids`.execute(db);
    await sql`delete from kysely_migration where name = '0020-imported-ids'`.execute(db);
    await close();
    const importer = new Client({ connectionString: url });
    await importer.connect();
    // Takes the lock that a process needs to migrate.
    await importer.query('begin; select pg_advisory_xact_lock(3853314791)');

    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const program = spawnProgram({
      DATABASE_URL: url,
      DATA_DIR: await makeFolder(),
      VAULT_KEY: testVaultKey,
      PORT: port,
    });
    const alive = { status: 200, body: { status: 'ok' } };
    await expect.poll(() => probe(origin, '/health/live'), { timeout: timeLimit(30) }).toEqual(alive);
    expect(await probe(origin, '/health/ready')).toEqual({ status: 503, body: { status: 'starting' } });

    await importer.end();
    await expect
      .poll(() => probe(origin, '/health/ready'), { timeout: timeLimit(30) })
      .toEqual({ status: 200, body: { status: 'ready' } });
    program.kill();
    await remove();
  });

  it('are ready on a graph node whose platform cannot be reached, and show it', async () => {
    const program = await startProgram({
      DATA_DIR: await makeFolder(),
      PLATFORM_URL: `http://127.0.0.1:${await freePort()}`,
      PLATFORM_CLIENT_ID: 'graph',
      PLATFORM_CLIENT_SECRET: 'a secret of sufficient length',
    });
    const { origin } = new URL(program.url);
    expect(await probe(origin, '/health/ready')).toEqual({ status: 200, body: { status: 'ready' } });
    expect(await probe(origin, '/health/ready?deep=1')).toEqual({
      status: 503,
      body: { status: 'ready', parts: { platform: 'failing', storage: 'ok' } },
    });
  });
});
