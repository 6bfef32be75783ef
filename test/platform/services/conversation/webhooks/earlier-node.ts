import { sql, type Transaction } from 'kysely';
import { fromKysely } from 'pg-boss';
import pino from 'pino';
import type { OpenedDatabase } from '../../../../../src/platform/database/open-database.ts';
import type { Tables } from '../../../../../src/platform/database/tables/tables.ts';
import { deliveryQueueName } from '../../../../../src/platform/services/conversation/jobs/announce-deliveries.ts';
import { defineQueue, openJobQueues } from '../../../../../src/platform/services/conversation/jobs/open-job-queues.ts';

interface Job {
  eventId: string;
  webhookId: string;
}

/** A node of the release before deliveries had claims. That release ran a job for each delivery. */
export async function startEarlierNode({ db, jobs }: Pick<OpenedDatabase, 'db' | 'jobs'>) {
  const boss = await openJobQueues({ jobs, log: pino({ level: 'silent' }) });
  await defineQueue(boss, deliveryQueueName, { retryLimit: 1000, retryDelay: 0, heartbeatSeconds: 15 });
  const stopping = new AbortController();

  const addJobs = (trx: Transaction<Tables>, added: readonly Job[], startAfter = 0) =>
    boss.insert(
      deliveryQueueName,
      added.map((data) => ({ data, group: { id: data.webhookId }, startAfter })),
      { db: fromKysely(trx) },
    );

  async function send(id: string, { eventId, webhookId }: Job) {
    const { url } = await db
      .selectFrom('convo_webhooks')
      .select('url')
      .where('id', '=', webhookId)
      .executeTakeFirstOrThrow();
    const pending = db
      .selectFrom('convo_webhook_deliveries')
      .where('event_id', '=', eventId)
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'pending');
    if (!(await pending.select('event_id').executeTakeFirst())) return boss.complete(deliveryQueueName, id);
    const { ok, status } = await fetch(url, { method: 'POST', headers: { 'webhook-id': eventId } });
    if (stopping.signal.aborted) return;
    return db.transaction().execute(async (trx) => {
      await boss.complete(deliveryQueueName, id, null, { db: fromKysely(trx) });
      await sql`
        update convo_webhook_deliveries set attempts = attempts + 1, last_status = ${status},
          state = ${ok ? 'delivered' : 'pending'}, next_attempt_at = ${ok ? null : new Date(Date.now() + 60_000)}
        where event_id = ${eventId} and webhook_id = ${webhookId} and state = 'pending'`.execute(trx);
      if (!ok) await addJobs(trx, [{ eventId, webhookId }], 60);
    });
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const found = await boss.fetch<Job>(deliveryQueueName, { batchSize: 5, groupConcurrency: 3 });
      for (const { id, data } of found) void send(id, data);
      // oxlint-disable-next-line timing/no-sleep -- polls as the earlier release did
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const running = run();

  return {
    /** Adds the jobs of deliveries that have just been recorded, in their transaction. */
    async adopt(trx: Transaction<Tables>, eventIds: readonly string[]) {
      const added = await trx
        .updateTable('convo_webhook_deliveries')
        .set({ position: null })
        .where('event_id', 'in', eventIds)
        .returning(['event_id as eventId', 'webhook_id as webhookId'])
        .execute();
      await addJobs(trx, added);
    },
    /** Stops without recording what is in flight, as a crash does. */
    async crash() {
      stopping.abort();
      await running;
    },
    /** Expires the running jobs, as a node does after another node has crashed. */
    async expireJobs() {
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db);
      await sql`update pgboss.queue set monitor_claim_on = null`.execute(db);
      await boss.supervise(deliveryQueueName);
    },
    stop: () => boss.stop({ graceful: false }),
  };
}
