import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { inTransaction } from '../../../../database/in-transaction.ts';
import type { Db } from '../../../../database/open-database.ts';
import type { Tables } from '../../../../database/tables/tables.ts';
import { type AttemptResult, type DisabledWebhook, failPending, recordHealth } from './webhook-health.ts';

const initialDelayMs = 5000;
/** Delays after connection errors, short because graph nodes hold later events of the webhook back for 15 seconds. */
const quickDelaysMs = [1000, 2000, 4000];
/** A failure within this time, without a response, is a connection error. Later, the endpoint may have the request. */
const maxConnectMs = 5000;
/** The delays between this many attempts add up to about two days. */
const maxAttempts = 16;
/** Maximum random part of a delay, so that deliveries that failed together are not repeated together. */
const jitter = 0.1;
const maxRetryAfterMs = 24 * 3_600_000;

/** Maximum number of results that one transaction records. */
const maxResults = 100;
/** Delay before a failed transaction is repeated. */
const recordRetryMs = 1000;

interface JournalOptions {
  db: Db;
  claimedBy: string;
  now: () => Date;
  log: Logger;
  /** `retryMs` is the shortest delay before a retry of the failed deliveries; Infinity if none is retried. */
  onRecorded: (results: readonly AttemptResult[], retryMs: number) => void;
}

/**
 * Records the results of attempts to deliver events. Results that arrive during a database transaction are recorded
 * together in the next transaction.
 */
export function createAttemptJournal({ db, claimedBy, now, log, onRecorded }: JournalOptions) {
  const waiting: AttemptResult[] = [];
  const closing = new AbortController();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const results = waiting.slice(0, maxResults);
      try {
        const changes = results.map((result) => changeOf(result, now()));
        const disabled = await recordAttempts({ db, claimedBy, now: now() }, { results, changes });
        waiting.splice(0, results.length);
        for (const { id: webhookId, url, reason } of disabled) {
          log.warn({ webhookId, url, reason }, 'a webhook was disabled');
        }
        onRecorded(results, Math.min(...changes.map(({ delayMs }) => delayMs)));
      } catch (err) {
        log.error({ err }, 'the results of webhook requests could not be stored');
        if (closing.signal.aborted) break;
        await wait(recordRetryMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
    // In the same turn as the last check of `waiting`: the next result starts a new loop.
    writing = undefined;
  }

  return {
    add(result: AttemptResult): void {
      waiting.push(result);
      writing ??= write();
    },
    /** Stores the waiting results. Drops results that cannot be stored; another process then repeats the requests. */
    async close(): Promise<void> {
      closing.abort();
      await writing;
    },
  };
}

/**
 * Records results in a constant number of statements. If another process has claimed a delivery in the meantime, only
 * a success is recorded.
 * @returns the webhooks that were disabled
 */
const recordAttempts = (
  { db, claimedBy, now }: { db: Db; claimedBy: string; now: Date },
  { results, changes }: { results: readonly AttemptResult[]; changes: readonly Change[] },
): Promise<DisabledWebhook[]> =>
  inTransaction(db, async (trx) => {
    // Lock webhooks before deliveries, as deleting a webhook does, to prevent deadlocks.
    const disabled = await recordHealth(trx, { results, now });
    await updateDeliveries(trx, { claimedBy, changes });
    if (disabled.length > 0) await failPending(trx);
    return disabled;
  });

/**
 * Returns the delay before the next attempt; undefined after the last attempt. The delay doubles from 5 seconds, is
 * shorter after the first connection errors, and is at least what the endpoint asked for, up to a day.
 */
function retryDelayMs(attempts: number, { retryAfterMs = 0, isConnectionError = false }): number | undefined {
  if (attempts >= maxAttempts) return undefined;
  const quickMs = isConnectionError ? quickDelaysMs[attempts - 1] : undefined;
  const delayMs = (quickMs ?? initialDelayMs * 2 ** (attempts - 1)) * (1 + jitter * Math.random());
  return Math.round(Math.max(delayMs, Math.min(retryAfterMs, maxRetryAfterMs)));
}

type Change = ReturnType<typeof changeOf>;

function changeOf({ eventId, webhookId, attempts, startedAt, outcome }: AttemptResult, now: Date) {
  const { result, status } = outcome;
  const attempt = { eventId, webhookId, attempts, startedAt, status };
  if (result === 'delivered') {
    return { ...attempt, state: result, deliveredAt: now, nextAttemptAt: null, delayMs: Infinity, error: null };
  }
  const retryAfterMs = result === 'failed' ? outcome.retryAfterMs : undefined;
  const isConnectionError =
    result === 'failed' && status === null && now.getTime() - startedAt.getTime() < maxConnectMs;
  const delayMs = result === 'gone' ? undefined : retryDelayMs(attempts, { retryAfterMs, isConnectionError });
  const nextAttemptAt = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
  const state = nextAttemptAt ? 'pending' : 'failed';
  return { ...attempt, state, deliveredAt: null, nextAttemptAt, delayMs: delayMs ?? Infinity, error: outcome.error };
}

const updateDeliveries = (
  trx: Transaction<Tables>,
  { claimedBy, changes }: { claimedBy: string; changes: readonly Change[] },
) =>
  sql`
    update convo_webhook_deliveries as delivery
    set state = change.state, attempts = change.attempts, last_attempt_at = change."startedAt",
      next_attempt_at = change."nextAttemptAt", delivered_at = change."deliveredAt", last_status = change.status,
      last_error = change.error, claimed_by = null, claimed_until = null
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (
      "eventId" uuid, "webhookId" uuid, state text, attempts integer, "startedAt" timestamptz,
      "nextAttemptAt" timestamptz, "deliveredAt" timestamptz, status integer, error text
    )
    where delivery.event_id = change."eventId" and delivery.webhook_id = change."webhookId"
      and delivery.state = 'pending'
      and (delivery.claimed_by = ${claimedBy} or change.state = 'delivered')`.execute(trx);
