import type { Logger } from 'pino';
import { reasonOf } from '../../../tools/errors/operator-error.ts';
import type { PoolName } from './pool.ts';

/** Logs when a pool starts to reject calls and when it serves them again, but not every rejected call. */
export interface PoolLog {
  rejected(error: unknown): void;
  served(): void;
}

export function createPoolLog(pool: PoolName, log: Logger | undefined): PoolLog {
  let isRejecting = false;
  return {
    rejected(error) {
      if (!isRejecting) log?.warn({ pool, reason: reasonOf(error) }, 'a pool has no database connection for its calls');
      isRejecting = true;
    },
    served() {
      if (isRejecting) log?.info({ pool }, 'a pool has database connections again');
      isRejecting = false;
    },
  };
}
