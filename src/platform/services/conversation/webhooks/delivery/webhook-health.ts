import { sql, type Transaction } from 'kysely';
import type { Db } from '../../../../database/open-database.ts';
import type { Tables } from '../../../../database/tables/tables.ts';
import type { DeliveryKey } from './claim-deliveries.ts';
import type { RequestOutcome } from './webhook-requests.ts';

const disableAfterMs = 5 * 24 * 3_600_000;

export interface AttemptResult extends DeliveryKey {
  /** Number of the attempt, from 1. */
  attempts: number;
  startedAt: Date;
  /** `unsigned`: not sent, because the secret cannot be decrypted. Retried, but not counted as a failing endpoint. */
  outcome: RequestOutcome | { result: 'unsigned'; status: null; error: string };
}

export interface DisabledWebhook {
  id: string;
  url: string;
  /** `gone`: the endpoint returned status 410. `failing`: every request failed for five days. */
  reason: 'gone' | 'failing';
}

interface Failure {
  id: string;
  since: Date;
  gone: boolean;
}

/**
 * Records when webhooks began to fail, and disables those that are gone or have failed for five days. A success takes
 * precedence over failures of the same webhook, except `gone`.
 * @returns the webhooks that were disabled
 */
export async function recordHealth(
  trx: Transaction<Tables>,
  { results, now }: { results: readonly AttemptResult[]; now: Date },
): Promise<DisabledWebhook[]> {
  const delivered = new Set(
    results.filter(({ outcome }) => outcome.result === 'delivered').map(({ webhookId }) => webhookId),
  );
  if (delivered.size > 0) {
    await trx
      .updateTable('convo_webhooks')
      .set({ failing_since: null })
      .where('id', 'in', [...delivered])
      .where('failing_since', 'is not', null)
      .execute();
  }
  const failures = failuresOf(results).filter(({ id, gone }) => gone || !delivered.has(id));
  if (failures.length === 0) return [];
  await sql`
    update convo_webhooks as webhook
    set failing_since = failure.since
    from json_to_recordset(${JSON.stringify(failures)}::json) as failure (id uuid, since timestamptz)
    where webhook.id = failure.id and webhook.failing_since is null`.execute(trx);
  const { rows: disabled } = await sql<DisabledWebhook>`
    update convo_webhooks as webhook
    set disabled_at = ${now}, disabled_reason = case when failure.gone then 'gone' else 'failing' end
    from json_to_recordset(${JSON.stringify(failures)}::json) as failure (id uuid, gone boolean)
    where webhook.id = failure.id and webhook.disabled_at is null
      and (failure.gone or webhook.failing_since <= ${new Date(now.getTime() - disableAfterMs)})
    returning webhook.id, webhook.url, webhook.disabled_reason as reason`.execute(trx);
  return disabled;
}

/** Fails the pending deliveries of disabled webhooks, also those added after a webhook was disabled. */
export async function failPending(db: Db | Transaction<Tables>): Promise<void> {
  await db
    .updateTable('convo_webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null, last_error: 'The webhook is disabled.' })
    .set({ claimed_by: null, claimed_until: null })
    .where('state', '=', 'pending')
    .where('webhook_id', 'in', (eb) =>
      eb.selectFrom('convo_webhooks').select('id').where('disabled_at', 'is not', null),
    )
    .execute();
}

/** Returns one failure per webhook, sorted by id, so that concurrent transactions lock the rows in the same order. */
function failuresOf(results: readonly AttemptResult[]): Failure[] {
  const failures = new Map<string, Failure>();
  for (const { webhookId: id, startedAt, outcome } of results) {
    const { result } = outcome;
    if (result === 'delivered' || result === 'unsigned') continue;
    const { since = startedAt, gone = false } = failures.get(id) ?? {};
    failures.set(id, { id, since: since < startedAt ? since : startedAt, gone: gone || result === 'gone' });
  }
  return [...failures.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
