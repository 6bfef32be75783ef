import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../../database/open-database.ts';

const dayMs = 86_400_000;

/** How much longer events with pending deliveries are stored: a day more than the two days of retries. */
const pendingMs = 3 * dayMs;

interface DeletedEvents {
  events: number;
  pendingDeliveries: number;
}

/** Deletes events and their deliveries, only from the start of a stream, so that positions never have a gap. */
export async function deleteExpiredEvents(db: Db, before: Date): Promise<DeletedEvents> {
  const pendingSince = new Date(before.getTime() - pendingMs);
  // `expired` uses the index on `created_at`. The last statement reads the deliveries as they were before the deletion.
  const { rows } = await sql<DeletedEvents>`
    with expired as (
      select event.organization_id, max(event.position) as last_position,
        min(event.position) filter (where event.created_at >= ${pendingSince} and exists (
          select from convo_webhook_deliveries as delivery
          where delivery.event_id = event.id and delivery.state = 'pending'
        )) as first_pending
      from convo_events as event
      where event.created_at < ${before}
      group by event.organization_id
    ), deleted as (
      delete from convo_events as event using expired
      where event.organization_id = expired.organization_id and event.position <= expired.last_position
        and event.position < coalesce(expired.first_pending, expired.last_position + 1)
      returning event.id
    )
    select count(distinct deleted.id)::integer as events, count(delivery.event_id)::integer as "pendingDeliveries"
    from deleted
    left join convo_webhook_deliveries as delivery on delivery.event_id = deleted.id and delivery.state = 'pending'`.execute(
    db,
  );
  return rows[0] ?? { events: 0, pendingDeliveries: 0 };
}

const deletionIntervalMs = 3_600_000;

interface EventRetentionOptions {
  db: Db;
  now: () => Date;
  log: Logger;
  days: number;
}

/**
 * Deletes expired events now and every hour. Several processes on the same database can do so at the same time.
 * @returns a function that stops the deletions and waits for a running deletion
 */
export function startEventRetention({ db, now, log, days }: EventRetentionOptions): () => Promise<void> {
  const deleteExpired = async () => {
    const { pendingDeliveries } = await deleteExpiredEvents(db, new Date(now().getTime() - days * dayMs));
    if (pendingDeliveries > 0) log.warn({ pendingDeliveries }, 'events were deleted before they were delivered');
  };
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(deleteExpired)
      .catch((err: unknown) => log.error({ err }, 'could not delete expired events'));
  };
  run();
  const repeating = setInterval(run, deletionIntervalMs);
  repeating.unref();
  return async () => {
    clearInterval(repeating);
    await running;
  };
}
