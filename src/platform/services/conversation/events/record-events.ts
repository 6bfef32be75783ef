import { randomUUID } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import { insertRows } from '../../../database/store-rows.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { announceDeliveries } from '../jobs/announce-deliveries.ts';
import { type EventCause, type EventContent, eventContents } from './event-payloads.ts';

/**
 * Adds events and their deliveries in the transaction of their causes. The records of the payloads must be stored
 * already.
 *
 * Record events last: until the transaction ends, other transactions that record events of the same organizations wait,
 * and a transaction that changes rows afterwards can deadlock with the waiting transactions.
 */
export async function recordEvents(
  trx: Transaction<Tables>,
  causes: readonly EventCause[],
  { now }: { now: () => Date },
) {
  if (causes.length === 0) return [];
  const contents = await eventContents(trx, causes);
  const positionOf = await takePositions(trx, contents);
  const createdAt = now();
  const events = contents.map(({ cause, organizationId, payload }) => ({
    id: randomUUID(),
    organization_id: organizationId,
    position: positionOf(organizationId),
    trigger: cause.trigger,
    activity_id: cause.activityId,
    occurred_at: cause.occurredAt,
    created_at: createdAt,
    payload,
  }));
  await insertRows(trx, 'convo_events', { rows: events, key: ['id'] });
  const ids = events.map(({ id }) => id);
  const added = await addDeliveries(trx, ids);
  if (added.length > 0) await announceDeliveries(trx);
  const byEvent = Map.groupBy(added, ({ event_id: eventId }) => eventId);
  return events.map(({ id, organization_id: organizationId, position }) => ({
    id,
    organizationId,
    position,
    deliveries: byEvent.get(id)?.length ?? 0,
  }));
}

/**
 * Locks the streams until the transaction ends, so that events are committed in the order of their positions. A reader
 * that has seen a position therefore never misses an earlier event.
 * @returns a function that returns the next position of an organization at every call
 */
async function takePositions(trx: Transaction<Tables>, contents: readonly EventContent[]) {
  const byOrganization = Map.groupBy(contents, ({ organizationId }) => organizationId);
  const streams = [...byOrganization]
    .map(([id, { length }]) => ({ organization_id: id, generation: randomUUID(), last_position: length }))
    // Lock streams in the same order everywhere, to prevent deadlocks.
    .toSorted((one, other) => (one.organization_id < other.organization_id ? -1 : 1));
  const ends = await trx
    .insertInto('convo_event_streams')
    .values(streams)
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet({ last_position: sql`convo_event_streams.last_position + excluded.last_position` }),
    )
    .returning(['organization_id', 'last_position'])
    .execute();
  const last = new Map(
    ends.map(({ organization_id: id, last_position: end }) => [id, end - (byOrganization.get(id)?.length ?? 0)]),
  );
  return (organizationId: string): number => {
    const position = (last.get(organizationId) ?? 0) + 1;
    last.set(organizationId, position);
    return position;
  };
}

/** Adds deliveries, and locks their webhooks: the deletion of a webhook would make the transaction fail. */
async function addDeliveries(trx: Transaction<Tables>, eventIds: readonly string[]) {
  return trx
    .insertInto('convo_webhook_deliveries')
    .columns(['event_id', 'webhook_id', 'position', 'state', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('convo_events as event')
        .innerJoin('convo_webhooks as webhook', (join) =>
          join
            .onRef('webhook.organization_id', '=', 'event.organization_id')
            .onRef('webhook.trigger', '=', 'event.trigger'),
        )
        .select(['event.id', 'webhook.id', 'event.position', eb.val('pending').as('state'), 'event.created_at'])
        .where('event.id', '=', eb.fn.any(eb.val(eventIds)))
        .where('webhook.disabled_at', 'is', null)
        .orderBy('event.position')
        .forKeyShare(['webhook']),
    )
    .returning('event_id')
    .execute();
}
