import { inTransaction } from '../../../../database/in-transaction.ts';
import type { Db } from '../../../../database/open-database.ts';
import { announceDeliveries } from '../../jobs/announce-deliveries.ts';
import type { DeliveryKey } from './claim-deliveries.ts';

/** Why an event cannot be delivered to a webhook. */
export type RedeliveryRejection = 'unknown webhook' | 'unknown event' | 'other trigger' | 'disabled';

/**
 * Delivers an event to a webhook as if it had just occurred, even if an earlier delivery succeeded or failed. An event from
 * before the webhook existed, or while it was disabled, can be delivered too.
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
