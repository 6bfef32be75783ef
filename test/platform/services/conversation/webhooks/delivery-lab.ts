import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import pino from 'pino';
import { vi } from 'vitest';
import type { OpenedDatabase } from '../../../../../src/platform/database/open-database.ts';
import type { Tables } from '../../../../../src/platform/database/tables/tables.ts';
import { recordEvents } from '../../../../../src/platform/services/conversation/events/record-events.ts';
import { deliveryQueueName } from '../../../../../src/platform/services/conversation/jobs/announce-deliveries.ts';
import { openJobQueues } from '../../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import { deliveryCounts } from '../../../../../src/platform/services/conversation/webhooks/delivery/claim-deliveries.ts';
import {
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from '../../../../../src/platform/services/conversation/webhooks/delivery/delivery-worker.ts';
import type { WebhookNetwork } from '../../../../../src/platform/services/conversation/webhooks/delivery/webhook-requests.ts';
import { createWebhookSecret } from '../../../../../src/platform/services/conversation/webhooks/signing-secret.ts';
import { serveLoopback } from '../../../../support/network/loopback-server.ts';
import { vaultOf } from '../../../platform-lab.ts';
import { acme, activity, emptyConversations, storeTeams, uuid, zenith, zoe } from '../conversation-records.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

export const vault = vaultOf('deliveries');

/** A request that an endpoint received. */
export interface ReceivedRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface RecordOptions {
  organization?: string;
  /** Runs in the transaction of the events. */
  also?: (trx: Transaction<Tables>, eventIds: readonly string[]) => Promise<void>;
}

/** Records events on a database and delivers them to the endpoints of a real server, by path. */
export async function openDeliveryLab({ db, jobs }: OpenedDatabase) {
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
  const workers: { worker: DeliveryWorker; boss: PgBoss }[] = [];
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
    /** Starts a worker, as a node does. */
    async startWorker(options: Partial<DeliveryWorkerOptions> = {}) {
      let worker: DeliveryWorker | undefined;
      const boss: PgBoss = await openJobQueues({
        jobs,
        log,
        onJobs: (name) => name === deliveryQueueName && worker?.wake(),
      });
      worker = startDeliveryWorker({
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
      workers.push({ worker, boss });
      return worker;
    },
    async stopWorkers() {
      for (const { worker, boss } of workers.splice(0)) {
        await worker.close();
        await boss.stop();
      }
    },
    /** Stores a webhook whose endpoint is a path of the lab's server, and returns its id and secret. */
    async webhook(path: string, { organization = acme, url = server.url + path } = {}) {
      const id = randomUUID();
      const { secret, columns } = createWebhookSecret(vault, { webhookId: id });
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
    async record(count = 1, { organization = acme, also }: RecordOptions = {}) {
      const activityId = uuid(`activity of ${organization}`);
      const cause = { trigger: 'conversation_processed', activityId, occurredAt: now() } as const;
      const causes = Array.from({ length: count }, () => cause);
      return db.transaction().execute(async (trx) => {
        const ids = (await recordEvents(trx, causes, { now })).map(({ id }) => id);
        await also?.(trx, ids);
        return ids;
      });
    },
    deliveries: (webhookId: string) =>
      db.selectFrom('convo_webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).execute(),
    stored: (webhookId: string) =>
      db.selectFrom('convo_webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst(),
    /** Waits until at least `count` requests of a webhook are recorded. */
    attempts: (webhookId: string, count: number) =>
      lab.until(
        async () => (await lab.deliveries(webhookId)).reduce((sum, { attempts }) => sum + attempts, 0) >= count,
      ),
    until: (isTrue: () => boolean | Promise<boolean>) =>
      vi.waitFor(
        async () => {
          if (!(await isTrue())) throw new Error('not yet');
        },
        { timeout: timeLimit(20), interval: 5 },
      ),
    /** Waits until one retry is scheduled and makes it due now. @returns after how many seconds it would have been due */
    async skipDelay() {
      let dueAt: Date | null | undefined;
      await lab.until(async () => {
        const waiting = db.selectFrom('convo_webhook_deliveries').where('next_attempt_at', '>', clock.now);
        dueAt = (await waiting.select('next_attempt_at').executeTakeFirst())?.next_attempt_at;
        return dueAt != null;
      });
      const delayMs = (dueAt?.getTime() ?? 0) - clock.now.getTime();
      await db
        .updateTable('convo_webhook_deliveries')
        .set({ next_attempt_at: clock.now })
        .where('next_attempt_at', '>', clock.now)
        .execute();
      for (const { worker } of workers) worker.wake();
      return delayMs / 1000;
    },
    counts: () => deliveryCounts(db),
    /** Lets paths respond as broken endpoints do. */
    misbehave() {
      answers.set('/fails', (response) => response.writeHead(500).end());
      answers.set('/moved', (response) => response.writeHead(302, { location: '/ok' }).end());
      answers.set('/hangs', () => {});
      answers.set('/resets', (response) => response.destroy());
      answers.set('/limited', (response) => response.writeHead(429, { 'retry-after': '120' }).end());
      answers.set('/no-content', (response) => response.writeHead(204).end());
      answers.set('/silent-body', (response) => response.writeHead(200).write('part'));
      answers.set('/endless', (response) => {
        const more = () => response.write(Buffer.alloc(64 * 1024, 'a')) && setImmediate(more);
        response.on('drain', more);
        more();
      });
    },
    async reset() {
      answers.clear();
      // Waits until the requests of the previous test have ended.
      await db.deleteFrom('convo_webhook_deliveries').where('claimed_until', 'is', null).execute();
      await lab.until(async () => (await lab.counts()).active === 0);
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
