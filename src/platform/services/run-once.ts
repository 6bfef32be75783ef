import { hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { PlatformError } from '../../tools/errors/platform-error.ts';
import { canonicalJson } from '../../tools/rules/json.ts';
import type { ServiceCall } from '../../tools/service.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';

export const digestOf = (input: unknown): string => hash('sha256', canonicalJson(input));

/** Replaces the digest of a call with that of `input`, which omits what differs when the call is repeated. */
export const withDigestOf = (input: unknown, { once, ...call }: ServiceCall): ServiceCall =>
  once ? { ...call, once: { ...once, digest: digestOf(input) } } : call;

const keyLifetimeMs = 24 * 3_600_000;

/** Maximum number of expired rows that a call deletes. A call adds a single row, so expired rows do not accumulate. */
const maxDeleted = 10;

/**
 * Makes the change of a call in a transaction that also stores its result. For a day, another call of the user with the
 * same idempotency key and input returns that result and changes nothing. Without a key, only makes the change.
 * @throws PlatformError `CONFLICT` if the user has used the key with another input within a day
 */
export function runOnce<Result extends object>(
  { db, now }: { db: Db; now: () => Date },
  { userId, once }: ServiceCall,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    if (!once) return change(trx);
    const { service, key, digest } = once;
    const time = now();
    const expiredBefore = new Date(time.getTime() - keyLifetimeMs);
    await sql`
      delete from keyed_calls where ctid = any(array(
        select ctid from keyed_calls where created_at < ${expiredBefore} limit ${maxDeleted} for update skip locked
      ))`.execute(trx);
    // This statement waits for a running call with the same key.
    const added = await trx
      .insertInto('keyed_calls')
      .values({ service, user_id: userId, key, digest, created_at: time })
      .onConflict((conflict) =>
        conflict
          .columns(['service', 'user_id', 'key'])
          .doUpdateSet({ digest, created_at: time })
          .where('keyed_calls.created_at', '<', expiredBefore),
      )
      .returning('key')
      .executeTakeFirst();
    if (!added) return earlierResult<Result>(trx, { userId, ...once });
    const result = await change(trx);
    await trx
      .updateTable('keyed_calls')
      .set({ result: JSON.stringify(result) })
      .where('service', '=', service)
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute();
    return result;
  });
}

async function earlierResult<Result extends object>(
  trx: Transaction<Tables>,
  { userId, service, key, digest }: NonNullable<ServiceCall['once']> & { userId: string },
): Promise<Result> {
  const { rows } = await sql<{ digest: string; result: Result }>`
    select digest, result from keyed_calls where service = ${service} and user_id = ${userId} and key = ${key}`.execute(
    trx,
  );
  const [earlier] = rows;
  if (earlier?.digest === digest) return earlier.result;
  throw new PlatformError({
    code: 'CONFLICT',
    message: 'The idempotency key was used with another input. Use a new key for each change.',
  });
}
