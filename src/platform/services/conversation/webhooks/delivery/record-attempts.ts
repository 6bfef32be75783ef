import { sql, type Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { inTransaction } from '../../../../database/in-transaction.ts';
import type { Db } from '../../../../database/open-database.ts';
import type { Tables } from '../../../../database/tables/tables.ts';
import { type DeliveryJob, deliveryQueueName } from '../../jobs/delivery-queue.ts';
import { retryDelayMs } from './retry-schedule.ts';
import type { RequestOutcome } from './send-webhook.ts';
import { type DisabledWebhook, disabledMessage, recordHealth } from './webhook-health.ts';

/** How a job ended, and what is to be recorded about its delivery. */
export type EndedJob = DeliveryJob & { jobId: string } & (
    | { ended: 'sent'; attempts: number; startedAt: Date; outcome: RequestOutcome }
    /** The request could not be signed. It is repeated like a failed one, but not the fault of the endpoint. */
    | { ended: 'unsigned'; attempts: number; startedAt: Date; error: string }
    /** The webhook is disabled; nothing was sent. */
    | { ended: 'disabled' }
    /** The delivery had already ended, or its webhook or event was deleted. */
    | { ended: 'obsolete' }
    /** The process ends. The job is repeated by another one, and the request does not count. */
    | { ended: 'interrupted' }
  );

/**
 * Records how jobs ended, with a constant number of statements: the state of the deliveries and webhooks, and the jobs of
 * the next attempts.
 * @returns the webhooks that were disabled
 */
export const recordEndedJobs = (
  { db, boss, now }: { db: Db; boss: PgBoss; now: Date },
  jobs: readonly EndedJob[],
): Promise<DisabledWebhook[]> =>
  inTransaction(db, async (trx) => {
    const changes = jobs.flatMap((job) => changeOf(job, now) ?? []);
    await updateDeliveries(trx, changes);
    const disabled = await recordHealth(trx, { requests: requestsOf(jobs), now });
    const connection = { db: fromKysely(trx) };
    await boss.complete(
      deliveryQueueName,
      jobs.map(({ jobId }) => jobId),
      null,
      connection,
    );
    const isDisabled = new Set(disabled.map(({ id }) => id));
    const next = jobs.flatMap((job) => {
      if (isDisabled.has(job.webhookId)) return [];
      if (job.ended === 'interrupted') return { ...job, delayMs: 0 };
      const delayMs = nextDelay(changes, job);
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
