import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DatabaseOptions } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { noTrace } from '../../../../src/infrastructure/telemetry/trace-context.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { sendCall } from '../../../support/platform/send-call.ts';
import { openServerLab, serviceConnections, repeat } from '../../../platform/database/pools/pool-lab.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

async function openWith(options: DatabaseOptions) {
  const lab = await openServerLab(serverUrl, options);
  onTestFinished(lab.close);
  return lab;
}

describe.skipIf(serverUrl === '')('the time limits of the pools of a PostgreSQL server', () => {
  it('reject a call for which no connection becomes free', async () => {
    const { observer, upstream, readLists, lists } = await openWith({
      // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
      timeouts: { statementMs: 60_000, acquireMs: 1000 },
    });
    await Promise.all(repeat(serviceConnections, () => readLists()));
    await observer.lock();
    const blocked = repeat(serviceConnections, () => readLists());
    await observer.whenBlocked(serviceConnections);

    const write = () =>
      sendCall(upstream.transport, {
        connectionName: 'talent',
        identifier: 'demo',
        tool: talentTools.lists_create,
        toolName: 'talent_lists_create',
        input: { name: 'Late' },
        signal: new AbortController().signal,
        trace: noTrace,
      });
    const rejection = { code: 'UPSTREAM_UNAVAILABLE', reason: 'BUSY', isRetryable: true, neverArrived: true };
    const results = await Promise.allSettled(repeat(3, write));
    expect(results).toMatchObject(repeat(3, () => ({ status: 'rejected', reason: rejection })));

    await observer.unlock();
    await Promise.all(blocked);
    await readLists();
    expect(await lists()).toEqual([]);
  });

  it('do not promise that nothing happened when a later statement of the call gets no connection', async () => {
    // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
    const { database } = await openWith({ timeouts: { statementMs: 60_000, acquireMs: 1000 } });
    const { talent } = database.calls;
    const free = Promise.withResolvers<void>();
    const call = runCall({ signal: new AbortController().signal }, async () => {
      await sql`select 1`.execute(talent);
      const held = repeat(serviceConnections, () => talent.connection().execute(() => free.promise));
      try {
        await sql`select 1`.execute(talent);
      } finally {
        free.resolve();
        await Promise.all(held);
      }
    });
    await expect(call).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it('end a statement that exceeds its time limit, but none of background work', async () => {
    const { database, observer, readLists, lists } = await openWith({
      timeouts: { statementMs: 700, acquireMs: 60_000 },
    });
    const limitOf = async (db: typeof database.db) => {
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
      return rows[0]?.limit;
    };
    const { db, calls } = database;
    const limits = await Promise.all([calls.callers, calls.talent, calls.convo, db].map(limitOf));
    expect(limits).toEqual(['700ms', '700ms', '700ms', '0']);

    await observer.lock();
    await expect(readLists()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', isRetryable: true });
    await observer.unlock();
    expect(await lists()).toEqual([]);
  });
});
