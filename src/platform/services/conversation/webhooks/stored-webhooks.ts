import { sql } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { announceDeliveries } from '../jobs/announce-deliveries.ts';
import type { DeliveryKey } from './delivery/claim-deliveries.ts';
import type { SecretVault } from './signing-secret.ts';

export interface ListedWebhook {
  id: string;
  organization: string;
  trigger: string;
  url: string;
  externalId: string | null;
  /** `failing`: every request since `failingSince` failed. */
  status: 'active' | 'failing' | 'disabled';
  failingSince: Date | null;
  disabledAt: Date | null;
  /** `gone`: the endpoint returned status 410. `failing`: every request failed for five days. */
  disabledReason: string | null;
  /** `unreadable`: the vault cannot decrypt it. `missing`: the next start of a server creates it. */
  secret: 'readable' | 'unreadable' | 'missing';
  createdAt: Date;
  /** Successful or not; null before the first request. */
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  pending: number;
}

/** Lists the webhooks of all organizations, sorted by organization, trigger and time of creation. */
export async function listWebhooks(db: Db, vault: SecretVault): Promise<ListedWebhook[]> {
  const { rows } = await sql<ListedRow>`
    select webhook.id, organization.name as organization, webhook.trigger, webhook.url,
      webhook.external_id as "externalId", webhook.failing_since as "failingSince",
      webhook.disabled_at as "disabledAt", webhook.disabled_reason as "disabledReason",
      webhook.created_at as "createdAt", webhook.secret_key_id as "keyId", webhook.sealed_secret as sealed,
      last.last_attempt_at as "lastAttemptAt", last.last_status as "lastStatus", last.last_error as "lastError",
      (
        select count(*)::int from convo_webhook_deliveries where webhook_id = webhook.id and state = 'pending'
      ) as pending
    from convo_webhooks as webhook
    join convo_organizations as organization on organization.id = webhook.organization_id
    left join lateral (
      select * from convo_webhook_deliveries
      where webhook_id = webhook.id and last_attempt_at is not null
      order by last_attempt_at desc
      limit 1
    ) as last on true
    order by organization.name, organization.id, webhook.trigger, webhook.created_at, webhook.id`.execute(db);
  return Promise.all(
    rows.map(async ({ keyId, sealed, ...webhook }) => ({
      ...webhook,
      status: statusOf(webhook),
      secret: await secretState(vault, { webhookId: webhook.id, keyId, sealed }),
    })),
  );
}

type ListedRow = Omit<ListedWebhook, 'status' | 'secret'> & { keyId: string | null; sealed: string | null };

function statusOf({ disabledAt, failingSince }: Pick<ListedWebhook, 'disabledAt' | 'failingSince'>) {
  if (disabledAt) return 'disabled';
  return failingSince ? 'failing' : 'active';
}

async function secretState(
  vault: SecretVault,
  { webhookId, keyId, sealed }: { webhookId: string; keyId: string | null; sealed: string | null },
): Promise<ListedWebhook['secret']> {
  if (keyId === null || sealed === null) return 'missing';
  return (await vault.open({ keyId, sealed }, { webhookId })) === undefined ? 'unreadable' : 'readable';
}

export const webhookExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('convo_webhooks').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** The newest events first. */
export const listDeliveries = (
  db: Db,
  { webhookId, state, limit }: { webhookId: string; state?: DeliveryState | undefined; limit: number },
) =>
  db
    .selectFrom('convo_webhook_deliveries as delivery')
    .innerJoin('convo_events as event', 'event.id', 'delivery.event_id')
    .select(['event.id as eventId', 'event.trigger', 'event.activity_id as activityId'])
    .select(['event.occurred_at as occurredAt', 'delivery.state', 'delivery.attempts'])
    .select(['delivery.last_attempt_at as lastAttemptAt', 'delivery.next_attempt_at as nextAttemptAt'])
    .select(['delivery.last_status as lastStatus', 'delivery.last_error as lastError'])
    .where('delivery.webhook_id', '=', webhookId)
    .$if(state !== undefined, (query) => (state ? query.where('delivery.state', '=', state) : query))
    .orderBy('delivery.created_at', 'desc')
    .orderBy('event.position', 'desc')
    .limit(limit)
    .execute();

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Deliveries that failed meanwhile are not repeated.
 * @returns whether it was disabled; undefined if it does not exist
 */
export async function enableWebhook(db: Db, id: string): Promise<boolean | undefined> {
  const enabled = await db
    .updateTable('convo_webhooks')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (enabled) return true;
  return (await webhookExists(db, id)) ? false : undefined;
}

export type RedeliveryRejection = 'unknown webhook' | 'unknown event' | 'other trigger' | 'disabled';

/**
 * Works as if the event had just occurred, even if it was delivered, is older than the webhook, or occurred while the
 * webhook was disabled.
 * @returns why nothing was done; undefined if a request is sent as soon as a server runs
 */
export const redeliver = (
  db: Db,
  { eventId, webhookId, now }: DeliveryKey & { now: Date },
): Promise<RedeliveryRejection | undefined> =>
  inTransaction(db, async (trx) => {
    const webhook = await trx
      .selectFrom('convo_webhooks')
      .select(['organization_id', 'trigger', 'disabled_at'])
      .where('id', '=', webhookId)
      .executeTakeFirst();
    if (!webhook) return 'unknown webhook';
    const event = await trx
      .selectFrom('convo_events')
      .select(['trigger', 'position'])
      .where('id', '=', eventId)
      .where('organization_id', '=', webhook.organization_id)
      .executeTakeFirst();
    if (!event) return 'unknown event';
    if (event.trigger !== webhook.trigger) return 'other trigger';
    if (webhook.disabled_at) return 'disabled';
    const fresh = { state: 'pending', attempts: 0, next_attempt_at: null, delivered_at: null } as const;
    await trx
      .insertInto('convo_webhook_deliveries')
      .values({ event_id: eventId, webhook_id: webhookId, position: event.position, created_at: now, ...fresh })
      .onConflict((conflict) => conflict.columns(['event_id', 'webhook_id']).doUpdateSet(fresh))
      .execute();
    await announceDeliveries(trx);
    return undefined;
  });
