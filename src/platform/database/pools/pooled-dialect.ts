import type { Dialect } from 'kysely';
import { createPoolDriver, type PoolDriverOptions } from './pool-driver.ts';

/** Returns a dialect whose statements wait for connections in a queue and end with their tool call. */
export const pooledDialect = (dialect: Dialect, options: PoolDriverOptions): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => createPoolDriver(dialect.createDriver(), options),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});
