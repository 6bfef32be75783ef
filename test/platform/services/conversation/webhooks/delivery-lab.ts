import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import pino from 'pino';
import { vi } from 'vitest';
import type { OpenDatabase } from '../../../../../src/platform/database/open-database.ts';
import { recordEvents } from '../../../../../src/platform/services/conversation/events/record-events.ts';
import {
  type DeliveryQueue,
  deliveryQueueName,
  openDeliveryQueue,
} from '../../../../../src/platform/services/conversation/jobs/delivery-queue.ts';
import { openJobQueues } from '../../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from '../../../../../src/platform/services/conversation/webhooks/delivery/delivery-worker.ts';
import type { WebhookNetwork } from '../../../../../src/platform/services/conversation/webhooks/delivery/send-webhook.ts';
import { createSecret } from '../../../../../src/platform/services/conversation/webhooks/signing-secret.ts';
import { serveLoopback } from '../../../../support/network/loopback-server.ts';
import { vaultOf } from '../../../platform-lab.ts';
import { acme, activity, emptyConversations, storeTeams, uuid, zenith, zoe } from '../conversation-records.ts';

export const vault = vaultOf('deliveries');

/** A request that an endpoint received. */
export interface ReceivedRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Records events on a database and delivers them to the endpoints of a real server, by path. */
export async function openDeliveryLab({ db, jobs }: OpenDatabase) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: new Date() };
  const now = () => clock.now;
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, (response: ServerResponse, request: IncomingMessage) => unknown>();
  const server = await serveLoopback(async (request, response) => {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ path: request.url ?? '', headers, body });
    const answer = answers.get(request.url ?? '');
    return answer ? answer(response, request) : response.end('ok');
  });
  const workers: { worker: DeliveryWorker; boss: PgBoss; queue: DeliveryQueue }[] = [];
  const network: WebhookNetwork = {};

  const lab = {
    db,
    clock,
    /** Settings of the running workers, unless they have their own. */
    network,
    lines,
    received,
    server,
    answers,
    /** Opens the queue and starts a worker, as a node does. */
    async startWorker(options: Partial<DeliveryWorkerOptions> = {}) {
      let worker: DeliveryWorker | undefined;
      const boss: PgBoss = await openJobQueues({
        jobs,
        log,
        onJobs: (name) => name === deliveryQueueName && worker?.wake(),
      });
      const queue = await openDeliveryQueue(boss);
      worker = startDeliveryWorker({
        boss,
        db,
        vault,
        now,
        log,
        addressRules: { allowHttp: true, allowPrivate: true },
        // Retries start only when `skipDelay` wakes the workers, however slow the test is.
        timing: { poll: 3600, graceMs: 100 },
        network,
        ...options,
      });
      workers.push({ worker, boss, queue });
      return worker;
    },
    async stopWorkers() {
      for (const { worker, boss } of workers.splice(0)) {
        await worker.close();
        await boss.stop();
      }
    },
    /** Stores a subscription of a path of the server, and returns its id and secret. */
    async webhook(path: string, { organization = acme, url = server.url + path } = {}) {
      const id = randomUUID();
      const { secret, columns } = createSecret(vault, { webhookId: id });
      await db
        .insertInto('convo_webhooks')
        .values({
          id,
          organization_id: organization,
          trigger: 'conversation_processed',
          url,
          created_at: now(),
          ...columns,
        })
        .execute();
      return { id, secret };
    },
    /** Records events of an organization in one transaction. @returns their ids */
    async record(count = 1, { organization = acme } = {}) {
      const [{ queue: deliveries } = {}] = workers;
      if (!deliveries) throw new Error('no worker');
      const activityId = uuid(`activity of ${organization}`);
      const cause = { trigger: 'conversation_processed', activityId, occurredAt: now() } as const;
      const causes = Array.from({ length: count }, () => cause);
      const events = await db.transaction().execute((trx) => recordEvents(trx, causes, { deliveries, now }));
      return events.map(({ id }) => id);
    },
    deliveries: (webhookId: string) =>
      db.selectFrom('convo_webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).execute(),
    stored: (webhookId: string) =>
      db.selectFrom('convo_webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst(),
    /** Waits until a webhook has the given number of requests in total, recorded. */
    attempts: (webhookId: string, count: number) =>
      lab.until(
        async () => (await lab.deliveries(webhookId)).reduce((sum, { attempts }) => sum + attempts, 0) >= count,
      ),
    until: (isTrue: () => boolean | Promise<boolean>) =>
      vi.waitFor(
        async () => {
          if (!(await isTrue())) throw new Error('not yet');
        },
        { timeout: 20_000, interval: 5 },
      ),
    /** Waits until one retry is scheduled and makes it due now. @returns after how many seconds it would have been due */
    async skipDelay() {
      let seconds = 0;
      await lab.until(async () => {
        const { rows } = await sql<{ seconds: number }>`
          with waiting as (
            select id, extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
            where name = ${deliveryQueueName} and state = 'created' and start_after > now()
          )
          update pgboss.job as job set start_after = now() - interval '1 second' from waiting
          where job.id = waiting.id and job.name = ${deliveryQueueName}
          returning waiting.seconds`.execute(db);
        seconds = rows[0]?.seconds ?? 0;
        return rows.length > 0;
      });
      for (const { worker } of workers) worker.wake();
      return seconds;
    },
    /** The number of jobs that have not ended, or only of those with a request in flight. */
    async openJobs(state?: 'active') {
      const { rows } = await sql<{ count: string }>`
        select count(*) from pgboss.job where name = ${deliveryQueueName} and state < 'completed'
          and (${state === undefined} or state = 'active')`.execute(db);
      return Number(rows[0]?.count);
    },
    async reset() {
      answers.clear();
      // Let the requests of the previous test end first: they could add jobs to this one.
      await sql`delete from pgboss.job where name = ${deliveryQueueName} and state < 'active'`.execute(db);
      await lab.until(async () => (await lab.openJobs('active')) === 0);
      await sql`delete from pgboss.job where name = ${deliveryQueueName}`.execute(db);
      await emptyConversations(db);
      await storeTeams(db);
      await storeActivities(db, [
        activity('of acme', { id: uuid(`activity of ${acme}`) }),
        activity('of zenith', { id: uuid(`activity of ${zenith}`), organization_id: zenith, host_user_id: zoe }),
      ]);
      clock.now = new Date();
      network.timeoutMs = 10_000;
      lines.length = 0;
      received.length = 0;
    },
    async close() {
      await lab.stopWorkers();
      await server.close();
    },
  };
  return lab;
}

export type DeliveryLab = Awaited<ReturnType<typeof openDeliveryLab>>;
