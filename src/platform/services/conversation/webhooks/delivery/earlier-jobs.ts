import { sql } from 'kysely';
import type { Db } from '../../../../database/open-database.ts';
import { deliveryQueueName } from '../../jobs/announce-deliveries.ts';

// Earlier releases send the request of a delivery only with a job, whose data names the delivery. During an upgrade, nodes of both releases share a database: a delivery with a job that has not ended belongs to the earlier ones.

/** A common table expression `job` with the deliveries that nodes of an earlier release may send. */
export const withJobs = sql`job as materialized (
  select (data->>'eventId')::uuid as event_id, (data->>'webhookId')::uuid as webhook_id
  from pgboss.job where name = ${deliveryQueueName} and state < 'completed'
)`;

/**
 * Takes over the deliveries whose jobs wait: without its job, only this release sends a delivery. Jobs that run are left to
 * their node; when it has crashed, pg-boss lets them wait again.
 */
export async function takeOverJobs(db: Db): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where name = ${deliveryQueueName} and state < 'active'`.execute(db);
  return numAffectedRows > 0n;
}
