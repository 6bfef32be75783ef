import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { deliveryQueueName } from '../../jobs/delivery-queue.ts';
import type { AddressRules } from '../../network/address-rules.ts';
import { type DeliveryDatabase, deliveryKey, type DueDelivery, readDueDeliveries } from './due-deliveries.ts';
import { createRequestsInFlight, slowAfterMs } from './requests-in-flight.ts';
import { createJournal } from './journal.ts';
import type { EndedJob } from './record-attempts.ts';
import { type RequestOutcome, sendWebhook, type WebhookNetwork } from './send-webhook.ts';

export interface DeliveryWorkerOptions extends DeliveryDatabase {
  boss: PgBoss;
  log: Logger;
  addressRules: AddressRules;
  network?: WebhookNetwork | undefined;
  /** Called after each request with its outcome and duration, for metrics. */
  onRequest?: ((request: { outcome: RequestOutcome['result']; seconds: number }) => void) | undefined;
  timing?: Partial<DeliveryTiming> | undefined;
}

export interface DeliveryTiming {
  /** Interval at which the worker looks for deliveries that are due for a retry, in seconds. */
  poll: number;
  /** How long `close` waits for the requests in flight before it aborts them, in milliseconds. */
  graceMs: number;
}

export interface DeliveryWorker {
  /** Looks for deliveries now, for example because some were added. */
  wake(): void;
  /**
   * Stops. Requests in flight can end for a short time; those that do not are aborted and repeated by the next process.
   */
  close(): Promise<void>;
}

const defaultTiming: DeliveryTiming = { poll: 5, graceMs: 5000 };
/** Jobs that one statement fetches. */
const maxBatch = 50;
/** Delay before a delivery that could not be read is read again. */
const unreadDelayMs = 5000;
/** A job whose process is silent for 15 seconds is started again by another one. */
const heartbeatMs = 5000;

const jobSchema = z.object({ id: z.string(), data: z.object({ eventId: z.string(), webhookId: z.string() }) });

/** Starts to send the requests of webhooks whose deliveries are in the queue. Processes on one database share it. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { boss, db, log, now, addressRules: rules, network } = options;
  const { poll, graceMs } = { ...defaultTiming, ...options.timing };
  const stopping = new AbortController();
  const aborting = new AbortController();
  const inFlight = createRequestsInFlight();
  const journal = createJournal({ db, boss, now, log, onRecorded: finish });
  let failingReadAt = -Infinity;
  let alarm = Promise.withResolvers<void>();
  const wake = () => alarm.resolve();

  function finish(jobs: readonly EndedJob[]): void {
    for (const job of jobs) inFlight.end(job);
    wake();
  }

  /** Fetches jobs and starts their requests. @returns whether there may be more of them */
  async function startDue(): Promise<boolean> {
    await readFailing();
    let isMore = false;
    for (const limits of [inFlight.forHealthy, inFlight.forFailing]) {
      const fetchOptions = limits(maxBatch);
      if (fetchOptions.batchSize <= 0 || stopping.signal.aborted) continue;
      const found = await boss.fetch(deliveryQueueName, fetchOptions);
      if (found.length > 0) isMore = true;
      await start(found.map((job) => jobSchema.parse(job)));
    }
    return isMore;
  }

  /** Reads at regular intervals which webhooks fail, because other processes send requests too. */
  async function readFailing(): Promise<void> {
    if (performance.now() - failingReadAt < poll * 1000) return;
    const rows = await db
      .selectFrom('convo_webhooks')
      .select(['id', 'failing_since'])
      .where('failing_since', 'is not', null)
      .execute();
    inFlight.setFailing(new Map(rows.flatMap(({ id, failing_since: since }) => (since ? [[id, since]] : []))), now());
    failingReadAt = performance.now();
  }

  async function start(found: readonly z.output<typeof jobSchema>[]): Promise<void> {
    if (found.length === 0) return;
    const jobs = found.map(({ id, data }) => ({ jobId: id, ...data }));
    for (const job of jobs) inFlight.begin(job);
    const due = await readDueDeliveries(options, jobs).catch((error: unknown) => {
      for (const job of jobs) journal.add({ ...job, ended: 'interrupted', delayMs: unreadDelayMs });
      throw error;
    });
    for (const job of jobs) {
      const delivery = due.get(deliveryKey(job));
      // Each delivery is started once, even if it has two jobs.
      due.delete(deliveryKey(job));
      if (!delivery) journal.add({ ...job, ended: 'obsolete' });
      else if (delivery.isDisabled) journal.add({ ...job, ended: 'disabled' });
      else void deliver(job.jobId, delivery);
    }
  }

  async function deliver(jobId: string, delivery: DueDelivery): Promise<void> {
    const { eventId, webhookId, attempts, payload, position, after, url, secrets } = delivery;
    const job = { jobId, eventId, webhookId };
    const startedAt = now();
    if (!secrets) {
      log.error({ webhookId }, 'the secret of a webhook cannot be decrypted');
      const error = 'The secret of the webhook cannot be decrypted.';
      return journal.add({ ...job, ended: 'unsigned', attempts, startedAt, error });
    }
    const begun = performance.now();
    const slow = setTimeout(() => {
      inFlight.markSlow(job);
      wake();
    }, slowAfterMs);
    try {
      const request = { url, eventId, payload, position, after, secrets, sentAt: startedAt };
      const outcome = await sendWebhook(request, { rules, network, signal: aborting.signal });
      options.onRequest?.({ outcome: outcome.result, seconds: (performance.now() - begun) / 1000 });
      const level = outcome.result === 'delivered' ? 'debug' : 'info';
      log[level]({ webhookId, eventId, attempt: attempts + 1, ...outcome }, 'webhook request');
      journal.add({ ...job, ended: 'sent', attempts, startedAt, outcome });
    } catch {
      journal.add({ ...job, ended: 'interrupted', delayMs: 0 });
    } finally {
      clearTimeout(slow);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      alarm = Promise.withResolvers<void>();
      const isMore = await startDue().catch((err: unknown) => {
        log.warn({ err }, 'due webhook deliveries could not be read');
        return false;
      });
      if (isMore) continue;
      await Promise.race([alarm.promise, wait(poll * 1000, undefined, { signal: stopping.signal }).catch(() => {})]);
    }
  }

  const running = run();
  const heartbeat = setInterval(() => {
    const ids = inFlight.jobIds();
    if (ids.length === 0) return;
    boss.touch(deliveryQueueName, ids).catch((err: unknown) => {
      log.warn({ err }, 'the heartbeat of webhook deliveries failed');
    });
  }, heartbeatMs);
  heartbeat.unref();

  return {
    wake,
    async close() {
      stopping.abort();
      wake();
      await running;
      const grace = () => Promise.race([inFlight.ended(), wait(graceMs, undefined, { ref: false })]);
      await grace();
      aborting.abort(new Error('The program is shutting down'));
      await grace();
      await journal.close();
      clearInterval(heartbeat);
    },
  };
}
