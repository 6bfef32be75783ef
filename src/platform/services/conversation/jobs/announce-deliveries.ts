import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';

/** Names deliveries among the notifications of pg-boss. Earlier releases have a queue with this name. */
export const deliveryQueueName = 'conversation-webhook-deliveries';

/** The channel on which pg-boss listens, so that a process needs one connection for all notifications. */
const channel = sql`'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`;

/** Makes all processes look for deliveries as soon as a transaction that has added some commits. */
export async function announceDeliveries(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_notify(${channel}, ${deliveryQueueName})`.execute(trx);
}
