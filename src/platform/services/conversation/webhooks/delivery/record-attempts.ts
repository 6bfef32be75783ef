import { sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import { inTransaction } from '../../../../database/in-transaction.ts';
import type { Db } from '../../../../database/open-database.ts';
import type { Tables } from '../../../../database/tables/tables.ts';
import { type DeliveryJob, deliveryQueueName } from '../../jobs/delivery-queue.ts';
import { retryDelayMs } from './retry-schedule.ts';
import type { RequestOutcome } from './send-webhook.ts';
import { type DisabledWebhook, disabledMessage, failPending, recordHealth } from './webhook-health.ts';

/** How a job ended, and what is to be recorded about its delivery. */
export type EndedJob = DeliveryJob & { jobId: string } & (
    | { ended: 'sent'; attempts: number; startedAt: Date; outcome: RequestOutcome }
    /** The request could not be signed. It is repeated like a failed one, but not the fault of the endpoint. */
    | { ended: 'unsigned'; attempts: number; startedAt: Date; error: string }
    /** The webhook is disabled; nothing was sent. */
    | { ended: 'disabled' }
    /** The delivery had already ended, or its webhook or event was deleted. */
    | { ended: 'obsolete' }
    /** The delivery could not be read, or the process ends. The job is repeated, and a request does not count. */
    | { ended: 'interrupted'; delayMs: number }
  );

/** The number of jobs that were active until now, which the types of pg-boss lack. */
const completion = z.object({ affected: z.number() });

/** Another process has taken over a job, because the heartbeats of this one were late. */
class LostJobError extends Error {}

export interface RecordOptions {
  db: Db;
  boss: PgBoss;
  now: Date;
}

/**
 * Records how jobs ended, with a constant number of statements: the state of the deliveries and webhooks, and the jobs of
 * the next attempts. Of a job that another process has taken over, only a success is recorded.
 * @returns the webhooks that were disabled
 */
export async function recordEndedJobs(options: RecordOptions, jobs: readonly EndedJob[]): Promise<DisabledWebhook[]> {
  try {
    return await record(options, jobs);
  } catch (error) {
    if (!(error instanceof LostJobError)) throw error;
  }
  const disabled: DisabledWebhook[] = [];
  for (const job of jobs) {
    const recorded = record(options, [job]).catch((error: unknown) => {
      if (error instanceof LostJobError) return [];
      throw error;
    });
    disabled.push(...(await recorded));
  }
  return disabled;
}

const record = ({ db, boss, now }: RecordOptions, jobs: readonly EndedJob[]): Promise<DisabledWebhook[]> =>
  inTransaction(db, async (trx) => {
    const connection = { db: fromKysely(trx) };
    const ids = jobs.map(({ jobId }) => jobId);
    const { affected } = completion.parse(await boss.complete(deliveryQueueName, ids, null, connection));
    if (affected < jobs.length && !(jobs.length === 1 && isDelivered(jobs[0]))) throw new LostJobError();
    const changes = jobs.flatMap((job) => changeOf(job, now) ?? []);
    // Lock webhooks before their deliveries, as their deletion does, to prevent deadlocks.
    const disabled = await recordHealth(trx, { requests: requestsOf(jobs), now });
    await updateDeliveries(trx, changes);
    await failPending(trx, disabled);
    const isDisabled = new Set(disabled.map(({ id }) => id));
    const next = jobs.flatMap((job) => {
      if (isDisabled.has(job.webhookId)) return [];
      const delayMs = job.ended === 'interrupted' ? job.delayMs : nextDelay(changes, job);
      return delayMs === undefined ? [] : { ...job, delayMs };
    });
    if (next.length > 0) {
      await boss.insert(
        deliveryQueueName,
        next.map(({ eventId, webhookId, delayMs }) => ({
          data: { eventId, webhookId },
          group: { id: webhookId },
          ...(delayMs > 0 && { startAfter: delayMs / 1000 }),
        })),
        connection,
      );
    }
    return disabled;
  });

const isDelivered = (job: EndedJob | undefined) => job?.ended === 'sent' && job.outcome.result === 'delivered';

const requestsOf = (jobs: readonly EndedJob[]) =>
  jobs.flatMap((job) =>
    job.ended === 'sent' ? { webhookId: job.webhookId, startedAt: job.startedAt, result: job.outcome.result } : [],
  );

interface DeliveryChange extends DeliveryJob {
  state: 'pending' | 'delivered' | 'failed';
  attempts: number | null;
  attemptedAt: Date | null;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  status: number | null;
  error: string | null;
  delayMs: number | undefined;
}

const nextDelay = (changes: readonly DeliveryChange[], { eventId, webhookId }: DeliveryJob) =>
  changes.find((change) => change.eventId === eventId && change.webhookId === webhookId)?.delayMs;

function changeOf(job: EndedJob, now: Date): DeliveryChange | undefined {
  const { eventId, webhookId } = job;
  const unchanged = { attempts: null, attemptedAt: null, nextAttemptAt: null, deliveredAt: null, status: null };
  if (job.ended === 'disabled') {
    return { eventId, webhookId, state: 'failed', ...unchanged, error: disabledMessage, delayMs: undefined };
  }
  if (job.ended !== 'sent' && job.ended !== 'unsigned') return undefined;
  const attempts = job.attempts + 1;
  const attempt = { eventId, webhookId, attempts, attemptedAt: job.startedAt };
  const { outcome } =
    job.ended === 'sent' ? job : { outcome: { status: null, error: job.error, result: 'unsigned' } as const };
  if (outcome.result === 'delivered') {
    const delivered = { state: 'delivered', deliveredAt: now, nextAttemptAt: null, error: null } as const;
    return { ...attempt, ...delivered, status: outcome.status, delayMs: undefined };
  }
  const { status, error } = outcome;
  const retryAfterMs = outcome.result === 'failed' ? outcome.retryAfterMs : undefined;
  const delayMs = outcome.result === 'gone' ? undefined : retryDelayMs(attempts, { retryAfterMs });
  const nextAttemptAt = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
  const state = delayMs === undefined ? 'failed' : 'pending';
  return { ...attempt, state, nextAttemptAt, deliveredAt: null, status, error, delayMs };
}

async function updateDeliveries(trx: Transaction<Tables>, changes: readonly DeliveryChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update convo_webhook_deliveries as delivery
    set state = change.state,
      attempts = coalesce(change.attempts, delivery.attempts),
      last_attempt_at = coalesce(change."attemptedAt", delivery.last_attempt_at),
      next_attempt_at = change."nextAttemptAt",
      delivered_at = change."deliveredAt",
      last_status = case when change.attempts is null then delivery.last_status else change.status end,
      last_error = change.error
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (
      "eventId" uuid, "webhookId" uuid, state text, attempts integer, "attemptedAt" timestamptz,
      "nextAttemptAt" timestamptz, "deliveredAt" timestamptz, status integer, error text
    )
    where delivery.event_id = change."eventId" and delivery.webhook_id = change."webhookId"
      and delivery.state = 'pending'`.execute(trx);
}
