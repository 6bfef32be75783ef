import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { openDatabaseClock } from '../../../src/platform/database/database-clock.ts';
import { describeOnDatabases } from '../../support/database/suite-database.ts';
import { useClosing } from '../../support/resource.ts';

describeOnDatabases('the clock of the database', ({ db }) => {
  const closing = useClosing();
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('does not depend on the clock of the process', async () => {
    const clock = closing(await openDatabaseClock(db, { log: pino({ level: 'silent' }) }));
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
    const real = rows[0]?.now.getTime() ?? 0;
    vi.spyOn(Date, 'now').mockReturnValue(real + 5 * 60_000);
    const read = clock.now().getTime();
    expect(Math.abs(read - real)).toBeLessThan(20_000);
  });

  it('is not set back by a statement that takes long', async () => {
    // Both clocks are simulated: the first statement takes 100 ms, the second 20 seconds.
    const monotonic = vi.spyOn(performance, 'now');
    let elapsed = 0;
    monotonic.mockImplementation(() => elapsed);
    const databaseStart = Date.UTC(2026, 2, 2);
    const durations = [100, 20_000];
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const half = (durations.shift() ?? 0) / 2;
        elapsed += half;
        const epochMs = databaseStart + elapsed;
        elapsed += half;
        return { ...result, rows: [{ epochMs }] };
      },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = closing(await openDatabaseClock(slow, { log: pino({ level: 'silent' }) }));
    const first = clock.now().getTime() - databaseStart - elapsed;
    vi.advanceTimersByTime(30_000);
    await vi.waitFor(() => expect(elapsed).toBe(20_100));
    await new Promise(setImmediate);
    const second = clock.now().getTime() - databaseStart - elapsed;
    expect([first, second]).toEqual([0, 0]);
  });
});
