import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';

/** Payload of the notification, and the queue in which earlier releases store a job for each delivery. */
export const deliveryQueueName = 'conversation-webhook-deliveries';

/** The channel of pg-boss, so that a process needs one connection for all notifications. */
const channel = sql`'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`;

/** Wakes the delivery workers of all processes when the transaction commits. */
export async function announceDeliveries(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_notify(${channel}, ${deliveryQueueName})`.execute(trx);
}
