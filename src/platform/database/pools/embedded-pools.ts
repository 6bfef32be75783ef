import { fromPglite } from 'pg-boss';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import type { EmbeddedSession } from '../embedded/embedded-session.ts';
import { openCallDatabases, openUse, type Session } from './fair-pool.ts';
import type { CallTimeouts, OpenPools } from './pool.ts';
import { openStatements } from './statements/embedded-statements.ts';

/** Calls wait for at most one statement or transaction from every other use. A running statement cannot be cancelled. */
export async function embeddedPools(
  session: EmbeddedSession,
  { acquireMs }: Pick<CallTimeouts, 'acquireMs'>,
): Promise<OpenPools> {
  const statements = await openStatements(session);
  const turns = createFairQueue({ maxRunning: 1 });
  const connect = async (endsAt: number, signal?: AbortSignal): Promise<Session> => {
    const timeoutMs = endsAt === Infinity ? undefined : Math.max(1, endsAt - performance.now());
    return { query: statements.query, release: await turns.acquire({ key: '', signal, timeoutMs }) };
  };
  const { databases, waiting } = openCallDatabases({ connect, maxRunning: 1, acquireMs });
  const background = openUse({ connect, maxRunning: 1 });
  const jobs = fromPglite({ ...statements, exec: async (text) => [await statements.exec(text)] });
  let closed: Promise<void> | undefined;
  return {
    db: background.db,
    calls: databases,
    jobs: {
      db: {
        ...jobs,
        async executeSql(text, values) {
          const { release } = await background.acquire();
          return jobs.executeSql(text, values).finally(release);
        },
      },
      backend: 'pglite',
    },
    pools: () => {
      const state = { total: 1, idle: 1 - turns.running };
      return [
        { pool: 'calls', ...state, waiting: waiting() },
        { pool: 'background', ...state, waiting: background.waiting() },
      ];
    },
    // In memory.
    checkSpace: async () => {},
    close: () => (closed ??= session.close()),
  };
}
