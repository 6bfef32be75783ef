import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AddressRules } from '../../network/address-rules.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  type DeliveryDatabase,
  releaseClaims,
  renewClaims,
  takeOverJobs,
} from './claim-deliveries.ts';
import { createAttemptJournal } from './attempt-journal.ts';
import { createRequestsInFlight, slowAfterMs } from './requests-in-flight.ts';
import { type RequestOutcome, sendWebhook, type WebhookNetwork } from './webhook-requests.ts';
import { failPending } from './webhook-health.ts';

export interface DeliveryWorkerOptions extends DeliveryDatabase {
  log: Logger;
  addressRules: AddressRules;
  network?: WebhookNetwork | undefined;
  onRequest?: ((request: { outcome: RequestOutcome['result']; seconds: number }) => void) | undefined;
  timing?: Partial<DeliveryTiming> | undefined;
}

export type DeliveryWorker = ReturnType<typeof startDeliveryWorker>;

export interface DeliveryTiming {
  /** Interval of looking for due retries, in seconds. */
  poll: number;
  /** How long `close` waits before it aborts requests in flight, in milliseconds. */
  graceMs: number;
}

const defaultTiming: DeliveryTiming = { poll: 5, graceMs: 5000 };
/** Time between renewals of claims. A claim that is not renewed ends after three times as long. */
const heartbeatMs = 5000;

/** Starts to send due deliveries. Processes on one database share the deliveries. */
export function startDeliveryWorker(options: DeliveryWorkerOptions) {
  const { db, log, now, addressRules: rules, network } = options;
  const { poll, graceMs } = { ...defaultTiming, ...options.timing };
  const claimedBy = randomUUID();
  const stopping = new AbortController();
  const aborting = new AbortController();
  const inFlight = createRequestsInFlight();
  let alarm = Promise.withResolvers<void>();
  const wake = () => alarm.resolve();
  const journal = createAttemptJournal({
    db,
    claimedBy,
    now,
    log,
    onRecorded(results, retryMs) {
      for (const result of results) inFlight.end(result);
      wake();
      if (retryMs < poll * 1000) setTimeout(wake, retryMs).unref();
    },
  });

  /** @returns whether more deliveries may be due */
  async function startDue(): Promise<boolean> {
    const limits = inFlight.limits();
    if (limits.max <= 0) return false;
    const claimed = await claimDeliveries(options, { claimedBy, ...limits });
    for (const delivery of claimed) if (inFlight.begin(delivery)) void deliver(delivery);
    return claimed.length > 0;
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const { eventId, webhookId, attempts, secrets } = delivery;
    const attempt = { eventId, webhookId, attempts: attempts + 1, startedAt: now() };
    if (!secrets) {
      log.error({ webhookId }, 'the secret of a webhook cannot be decrypted');
      const error = 'The secret of the webhook cannot be decrypted.';
      return journal.add({ ...attempt, outcome: { result: 'unsigned', status: null, error } });
    }
    const begun = performance.now();
    const slowTimer = setTimeout(() => {
      inFlight.markSlow(delivery);
      wake();
    }, slowAfterMs);
    try {
      const request = { ...delivery, secrets, sentAt: attempt.startedAt };
      const outcome = await sendWebhook(request, { rules, network, signal: aborting.signal });
      options.onRequest?.({ outcome: outcome.result, seconds: (performance.now() - begun) / 1000 });
      const level = outcome.result === 'delivered' ? 'debug' : 'info';
      log[level]({ webhookId, eventId, attempt: attempt.attempts, ...outcome }, 'webhook request');
      inFlight.pause(webhookId, outcome);
      journal.add({ ...attempt, outcome });
    } catch {
      // `sendWebhook` throws when the process ends. The endpoint may have received the event, so there is no outcome.
      inFlight.end(delivery);
    } finally {
      clearTimeout(slowTimer);
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

  async function renewAndRecover(): Promise<void> {
    try {
      await renewClaims(db, claimedBy, inFlight.keys());
      if (await takeOverJobs(db)) wake();
      await failPending(db);
    } catch (err) {
      log.warn({ err }, 'the heartbeat of webhook deliveries failed');
    }
  }

  const running = renewAndRecover().then(run);
  const heartbeat = setInterval(() => void renewAndRecover(), heartbeatMs);
  heartbeat.unref();

  return {
    wake,
    /** Aborts requests that do not end in time; the next process repeats them. */
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
      await releaseClaims(db, claimedBy).catch((err: unknown) => {
        log.warn({ err }, 'interrupted webhook deliveries are repeated after a delay');
      });
    },
  };
}
