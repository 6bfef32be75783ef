import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabaseClock } from '../../../src/platform/database/database-clock.ts';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import { databases } from '../../support/database/test-databases.ts';

describe.each(databases())('the clock of the database on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('does not depend on the clock of the process', async () => {
    const clock = await openDatabaseClock(opened.db, { log: pino({ level: 'silent' }) });
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(opened.db);
    const real = rows[0]?.now.getTime() ?? 0;
    vi.spyOn(Date, 'now').mockReturnValue(real + 5 * 60_000);
    const read = clock.now().getTime();
    vi.restoreAllMocks();
    clock.close();
    expect(Math.abs(read - real)).toBeLessThan(20_000);
  });
});
