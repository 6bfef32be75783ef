import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { fromPglite } from 'pg-boss';
import type { Logger } from 'pino';
import type { Tables } from '../tables/tables.ts';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { type CallTimeouts, type OpenPools, type PoolName, poolNames } from './pool.ts';
import { preparedPglite } from './statements/prepared-pglite.ts';
import { pooledDialect } from './pool-driver.ts';

/** Enough for several statements, too short for other callers to notice. */
const maxBlockMs = 10;

/** Calls wait for at most one statement or transaction from every other pool. A running statement cannot be cancelled. */
export function embeddedPools(
  pglite: PGlite,
  { timeouts, log }: { timeouts: CallTimeouts; log: Logger | undefined },
): OpenPools {
  const queue = createFairQueue({ maxRunning: 1, maxBlockMs });
  const client = preparedPglite(pglite);
  const open = (pool: PoolName) => {
    const acquireMs = pool === 'background' ? undefined : timeouts.acquireMs;
    const options = { pool, queue, keyOf: () => pool, acquireMs, log };
    return new Kysely<Tables>({ dialect: pooledDialect(new PGliteDialect({ pglite: client }), options) });
  };
  const databases = { admission: open('admission'), talent: open('talent'), convo: open('convo') };
  const db = open('background');
  const jobs = fromPglite(pglite);
  return {
    db,
    calls: databases,
    jobs: {
      db: {
        ...jobs,
        executeSql: (text, values) => queue.run({ key: 'background' }, () => jobs.executeSql(text, values)),
      },
      backend: 'pglite',
    },
    pools: () => poolNames.map((pool) => ({ pool, total: 1, idle: 1 - queue.running, waiting: queue.waitingOf(pool) })),
    close: async () => {
      for (const database of [...Object.values(databases), db]) await database.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}
