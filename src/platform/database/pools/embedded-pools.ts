import { Client, type Notification } from 'pg';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import type { EmbeddedSession } from '../embedded/embedded-session.ts';
import { SessionStream } from '../embedded/session-stream.ts';
import { openCallDatabases, openFairPool, type Session } from './fair-pool.ts';
import type { CallTimeouts, OpenPools } from './pool.ts';
import { isInTransaction, preparedStatements } from './statements.ts';

/**
 * Opens the pools of an embedded database. Each service, the authentication of callers and background work take turns:
 * each waits for at most one statement or transaction of every other. A running statement cannot be cancelled.
 */
export async function embeddedPools(
  session: EmbeddedSession,
  { acquireMs }: Pick<CallTimeouts, 'acquireMs'>,
): Promise<OpenPools> {
  const client = new Client({ user: 'postgres', ssl: false, stream: () => new SessionStream(session) });
  // An ended session rejects its statements; without a listener, the `error` event would also crash the process.
  client.on('error', () => {});
  await client.connect();
  const run = preparedStatements();
  const turns = createFairQueue({ maxRunning: 1 });
  const connect = async (endsAt: number, signal?: AbortSignal): Promise<Session> => {
    const timeoutMs = endsAt === Infinity ? undefined : Math.max(1, endsAt - performance.now());
    // Each pool has at most one statement or transaction in this queue, so one key is fair.
    const endTurn = await turns.acquire({ key: '', signal, timeoutMs });
    return {
      query: (text, values) => run(client, text, values),
      release() {
        // A failed text of several statements leaves a transaction open. This rollback runs before the next statement.
        if (isInTransaction(client)) client.query('rollback').catch(() => {});
        endTurn();
      },
    };
  };
  const { databases, waiting } = openCallDatabases({ connect, maxRunning: 1, acquireMs });
  const background = openFairPool({ connect, maxRunning: 1 });
  const executeSql = async (text: string, values?: unknown[]) => {
    const acquired = await background.acquire();
    return acquired.query(text, values).finally(acquired.release);
  };
  let closed: Promise<void> | undefined;
  return {
    db: background.db,
    calls: databases,
    jobs: {
      db: {
        executeSql,
        async listen(channel, onNotification, onReconnect) {
          const notify = (message: Notification) => {
            if (message.channel === channel) onNotification(message.payload ?? '');
          };
          client.on('notification', notify);
          await executeSql(`listen "${channel}"`);
          onReconnect();
          return { close: async () => void client.off('notification', notify) };
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
    // A database in memory needs no space on a disk.
    checkSpace: async () => {},
    close: () => (closed ??= session.close()),
  };
}
