import type { Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Tables } from '../../../database/tables/tables.ts';
import { defineQueue } from './open-job-queues.ts';

export const deliveryQueueName = 'conversation-webhook-deliveries';

/** A job: the delivery of an event to a webhook, which has a row in `convo_webhook_deliveries`. */
export interface DeliveryJob {
  eventId: string;
  webhookId: string;
}

/** Queue of the deliveries that are due. */
export interface DeliveryQueue {
  /**
   * Adds jobs as part of the transaction `trx`, with one statement; they exist if and only if it commits. The jobs of a
   * webhook form a group, so that a worker can limit how many run at the same time.
   */
  enqueue(trx: Transaction<Tables>, jobs: readonly DeliveryJob[]): Promise<void>;
}

/** Returns the counts of the queue's last supervision, which are the same in every process on the database. */
export async function deliveryCounts(boss: PgBoss): Promise<{ queued: number; active: number }> {
  const queue = await boss.getQueue(deliveryQueueName);
  return { queued: queue?.queuedCount ?? 0, active: queue?.activeCount ?? 0 };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Defines the queue. Its jobs wait until a server runs them. */
export async function openDeliveryQueue(boss: PgBoss): Promise<DeliveryQueue> {
  await defineQueue(boss, deliveryQueueName, {
    // Retries are for jobs whose process crashed; failed requests are repeated by a new job.
    retryLimit: 1000,
    retryDelay: 0,
    heartbeatSeconds: 15,
    expireInSeconds: 5 * minute,
    deleteAfterSeconds: hour,
    // A job can wait for long while the endpoint fails and there are many others.
    retentionSeconds: 60 * day,
  });
  return {
    async enqueue(trx, jobs) {
      if (jobs.length === 0) return;
      await boss.insert(
        deliveryQueueName,
        jobs.map(({ eventId, webhookId }) => ({ data: { eventId, webhookId }, group: { id: webhookId } })),
        { db: fromKysely(trx) },
      );
    },
  };
}
