import { fromPglite } from 'pg-boss';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import type { EmbeddedSession } from '../embedded/embedded-session.ts';
import { embeddedDialect } from './embedded-dialect.ts';
import type { CallTimeouts, OpenPools } from './pool.ts';
import { type AcquireSlot, openBackgroundDatabase, openCallDatabases } from './pool-driver.ts';
import { openStatements } from './statements/embedded-statements.ts';

/** Calls wait for at most one statement or transaction from every other use. A running statement cannot be cancelled. */
export async function embeddedPools(
  session: EmbeddedSession,
  { acquireMs }: Pick<CallTimeouts, 'acquireMs'>,
): Promise<OpenPools> {
  const slots = createFairQueue({ maxRunning: 1 });
  const acquireSlot: AcquireSlot = async (task, connect) => {
    const release = await slots.acquire(task);
    return { connection: await connect(), release };
  };
  const statements = await openStatements(session);
  const pool = { dialect: () => embeddedDialect(statements), acquireSlot };
  const calls = openCallDatabases(pool, { acquireMs, maxRunning: 1 });
  const db = openBackgroundDatabase(pool);
  const jobs = fromPglite({ ...statements, exec: async (text) => [await statements.exec(text)] });
  let closed: Promise<void> | undefined;
  const stateOf = () => {
    const background = slots.waitingOf('background');
    const idle = 1 - slots.running;
    return [
      { pool: 'calls', total: 1, idle, waiting: calls.waiting() + slots.waiting - background } as const,
      { pool: 'background', total: 1, idle, waiting: background } as const,
    ];
  };
  return {
    db,
    calls: calls.databases,
    jobs: {
      db: {
        ...jobs,
        executeSql: (text, values) => slots.run({ key: 'background' }, () => jobs.executeSql(text, values)),
      },
      backend: 'pglite',
    },
    pools: stateOf,
    // In memory.
    checkSpace: async () => {},
    close: () => (closed ??= session.close()),
  };
}
