import { sql } from 'kysely';
import { OperatorError } from '../../../../tools/errors/operator-error.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { announceDeliveries } from '../jobs/announce-deliveries.ts';
import type { DeliveryKey } from './delivery/claim-deliveries.ts';
import { createWebhookSecret, type SecretVault } from './signing-secret.ts';

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
  /** `unreadable`: the vault cannot decrypt it. `missing`: a server adds a secret when it starts or sends an event. */
  secret: 'readable' | 'unreadable' | 'missing';
  createdAt: Date;
  /** Time of the last attempt, successful or not; null before the first attempt. */
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  /** Number of pending deliveries. */
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

/** @throws OperatorError if the webhook does not exist */
export async function requireWebhook(db: Db, id: string) {
  const columns = ['organization_id', 'trigger', 'disabled_at', 'secret_key_id', 'sealed_secret'] as const;
  const webhook = await db.selectFrom('convo_webhooks').select(columns).where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new OperatorError(`No webhook has the id ${JSON.stringify(id)}.`);
  return webhook;
}

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Lists the deliveries of a webhook, newest events first. @throws OperatorError if the webhook does not exist */
export async function listDeliveries(
  db: Db,
  { webhookId, state, limit }: { webhookId: string; state?: DeliveryState | undefined; limit: number },
) {
  await requireWebhook(db, webhookId);
  return db
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
}

/**
 * Enables a webhook. Deliveries that failed while it was disabled are not repeated.
 * @returns whether the webhook was disabled
 * @throws OperatorError if the webhook does not exist
 */
export async function enableWebhook(db: Db, id: string): Promise<boolean> {
  await requireWebhook(db, id);
  const enabled = await db
    .updateTable('convo_webhooks')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return enabled !== undefined;
}

/**
 * Delivers an event as if it had just occurred, even if it was delivered, is older than the webhook, or occurred while
 * the webhook was disabled. The request is sent as soon as a server runs.
 * @throws OperatorError if the event cannot be delivered to the webhook
 */
export const redeliver = (db: Db, { eventId, webhookId, now }: DeliveryKey & { now: Date }): Promise<void> =>
  inTransaction(db, async (trx) => {
    const webhook = await requireWebhook(trx, webhookId);
    const event = await trx
      .selectFrom('convo_events')
      .select(['trigger', 'position'])
      .where('id', '=', eventId)
      .where('organization_id', '=', webhook.organization_id)
      .executeTakeFirst();
    if (!event)
      throw new OperatorError(`The organization of the webhook has no event with the id ${JSON.stringify(eventId)}.`);
    if (event.trigger !== webhook.trigger)
      throw new OperatorError(`The webhook is for ${webhook.trigger}, but the event is ${event.trigger}.`);
    if (webhook.disabled_at)
      throw new OperatorError(`The webhook is disabled. Run webhooks enable ${webhookId} first.`);
    const newDelivery = { state: 'pending', attempts: 0, next_attempt_at: null, delivered_at: null } as const;
    await trx
      .insertInto('convo_webhook_deliveries')
      .values({ event_id: eventId, webhook_id: webhookId, position: event.position, created_at: now, ...newDelivery })
      .onConflict((conflict) => conflict.columns(['event_id', 'webhook_id']).doUpdateSet(newDelivery))
      .execute();
    await announceDeliveries(trx);
  });

interface SecretRotationOptions {
  vault: SecretVault;
  webhookId: string;
  now: Date;
  overlapHours: number;
  /** Whether to replace a secret that cannot be decrypted. Requests are then signed with the new secret only. */
  replaceUnreadable: boolean;
}

/**
 * Replaces the secret. The replaced secret also signs requests for `overlapHours`; any earlier secret stops at once.
 * @returns the new secret, which cannot be read again; `previousExpiresAt` is null if the replaced secret stops at once
 * @throws OperatorError if the webhook does not exist, or its secret is unreadable and `replaceUnreadable` is false
 */
export const rotateSecret = (
  db: Db,
  { vault, webhookId, now, overlapHours, replaceUnreadable }: SecretRotationOptions,
): Promise<{ secret: string; previousExpiresAt: Date | null }> =>
  inTransaction(db, async (trx) => {
    // Lock the row: concurrent rotations run one after the other, each replacing the secret of the previous rotation.
    await trx.selectFrom('convo_webhooks').select('id').where('id', '=', webhookId).forUpdate().execute();
    const { secret_key_id: keyId, sealed_secret: sealed } = await requireWebhook(trx, webhookId);
    const stored = keyId === null || sealed === null ? undefined : { keyId, sealed };
    const previous = stored && (await vault.open(stored, { webhookId })) !== undefined ? stored : undefined;
    if (stored && !previous && !replaceUnreadable) {
      throw new OperatorError(
        'The current secret cannot be decrypted. Set VAULT_KEY, VAULT_PREVIOUS_KEYS and DATA_DIR to the values that the ' +
          'platform uses. If the key is lost, add --lost: requests are then signed with the new secret only.',
      );
    }
    const { secret, columns } = createWebhookSecret(vault, { webhookId });
    const overlapping = overlapHours > 0 ? previous : undefined;
    const previousExpiresAt = overlapping ? new Date(now.getTime() + overlapHours * 3_600_000) : null;
    await trx
      .updateTable('convo_webhooks')
      .set({
        ...columns,
        previous_secret_key_id: overlapping?.keyId ?? null,
        previous_sealed_secret: overlapping?.sealed ?? null,
        previous_secret_expires_at: previousExpiresAt,
      })
      .where('id', '=', webhookId)
      .execute();
    return { secret, previousExpiresAt };
  });
