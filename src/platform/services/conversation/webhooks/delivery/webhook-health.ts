import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../../database/tables/tables.ts';
import { disableAfterMs } from './retry-schedule.ts';
import type { RequestOutcome } from './send-webhook.ts';

/** A webhook that was disabled because of its endpoint. */
export interface DisabledWebhook {
  id: string;
  url: string;
  /** `gone`: the endpoint returned status 410. `failing`: every request failed for five days. */
  reason: 'gone' | 'failing';
}

export const disabledMessage = 'The webhook is disabled.';

export interface EndedRequest {
  webhookId: string;
  startedAt: Date;
  result: RequestOutcome['result'];
}

interface Failure {
  id: string;
  /** Start of the first failed request. */
  since: Date;
  gone: boolean;
}

/**
 * Records since when webhooks fail, and disables those that are gone or have failed for five days. A successful request
 * outweighs failed ones that ended with it.
 * @returns the webhooks that were disabled
 */
export async function recordHealth(
  trx: Transaction<Tables>,
  { requests, now }: { requests: readonly EndedRequest[]; now: Date },
): Promise<DisabledWebhook[]> {
  const delivered = new Set(requests.filter(({ result }) => result === 'delivered').map(({ webhookId }) => webhookId));
  if (delivered.size > 0) {
    await trx
      .updateTable('convo_webhooks')
      .set({ failing_since: null })
      .where('id', 'in', [...delivered])
      .where('failing_since', 'is not', null)
      .execute();
  }
  const failures = failuresOf(requests).filter(({ id, gone }) => gone || !delivered.has(id));
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

/** Ends the pending deliveries of webhooks that were disabled. */
export async function failPending(trx: Transaction<Tables>, disabled: readonly DisabledWebhook[]): Promise<void> {
  if (disabled.length === 0) return;
  await trx
    .updateTable('convo_webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null, last_error: disabledMessage })
    .where(
      'webhook_id',
      'in',
      disabled.map(({ id }) => id),
    )
    .where('state', '=', 'pending')
    .execute();
}

/** Returns one failure per webhook, sorted by id, so that concurrent transactions lock the rows in the same order. */
function failuresOf(requests: readonly EndedRequest[]): Failure[] {
  const failures = new Map<string, Failure>();
  for (const { webhookId: id, startedAt, result } of requests) {
    if (result === 'delivered') continue;
    const { since = startedAt, gone = false } = failures.get(id) ?? {};
    failures.set(id, { id, since: since < startedAt ? since : startedAt, gone: gone || result === 'gone' });
  }
  return [...failures.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
