import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/app/config/config.ts';
import type { OpenedDatabase } from '../../../../src/platform/database/open-database.ts';
import { openEmbeddedUpstream } from '../../../../src/app/embedded-upstream.ts';
import { databases } from '../../../support/database/test-databases.ts';
import { useClosing } from '../../../support/resource.ts';

// Tested on a server only: the clock of the embedded database is that of the process.
const server = databases().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!server)('the platform in this process on PostgreSQL', () => {
  let database: OpenedDatabase;
  beforeEach(async () => {
    if (server) database = await server.open();
  });
  afterEach(() => database.close());
  const closing = useClosing();
  afterEach(() => void vi.useRealTimers());

  it('uses the clock of the database, even when the clock of the process is ahead', async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db);
    const real = rows[0]?.now.getTime() ?? 0;
    vi.useFakeTimers({ toFake: ['Date'], now: real + 5 * 60_000 });
    const upstream = closing(
      await openEmbeddedUpstream({
        config: readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false' }),
        log: pino({ level: 'silent' }),
        database,
      }),
    );
    const ahead = upstream.now().getTime() - real;
    expect(ahead).toBeGreaterThanOrEqual(0);
    expect(ahead).toBeLessThan(60_000);
  });
});
