import { sql } from 'kysely';
import type { Db } from '../../../../database/open-database.ts';
import { deliveryQueueName } from '../../jobs/announce-deliveries.ts';
import { readSigningSecrets, type SecretVault } from '../signing-secret.ts';

export interface DeliveryKey {
  eventId: string;
  webhookId: string;
}

export interface ClaimedDelivery extends DeliveryKey {
  attempts: number;
  payload: string;
  position: number;
  /** Id of the latest earlier event that may still be on its way to the same address. */
  after: string | null;
  url: string;
  isFailing: boolean;
  /** The secrets, current secret first; undefined if the current secret cannot be decrypted. */
  secrets: string[] | undefined;
}

export interface ClaimLimits {
  max: number;
  maxFailing: number;
  /** Ids of webhooks that receive no requests for now. */
  excluded: readonly string[];
}

export interface DeliveryDatabase {
  db: Db;
  vault: SecretVault;
  now: () => Date;
}

/** Seconds without renewal after which another process claims a delivery. */
const claimSeconds = 15;
/** Maximum number of requests in flight per webhook, across all processes. */
const maxPerWebhook = 10;
const maxPerFailingWebhook = 1;
/** `after` names an earlier delivery only until it has failed twice, so that receivers do not wait for its retries. */
const maxAwaitedAttempts = 1;
/** Number of positions that `after` looks back, which limits the rows that are read for each delivery. */
const maxDistance = 100;

/** Deliveries that a job names: during an upgrade, nodes of an earlier release on the same database send them. */
const withJobs = sql`job as materialized (
  select (data->>'eventId')::uuid as event_id, (data->>'webhookId')::uuid as webhook_id
  from pgboss.job where name = ${deliveryQueueName} and state < 'completed'
)`;

const claimEnd = sql`now() + make_interval(secs => ${claimSeconds})`;

/** Claims the longest due deliveries. Organizations take turns; those with more deliveries in flight wait longer. */
export async function claimDeliveries(
  { db, vault, now }: DeliveryDatabase,
  { claimedBy, max, maxFailing, excluded }: ClaimLimits & { claimedBy: string },
): Promise<ClaimedDelivery[]> {
  const isDue = sql`delivery.state = 'pending'
    and (delivery.next_attempt_at is null or delivery.next_attempt_at <= ${now()})
    and (delivery.claimed_until is null or delivery.claimed_until < now())`;
  const { rows } = await sql<ClaimedRow>`
    with ${withJobs}, busy as (
      select webhook_id, count(*) as count from convo_webhook_deliveries where claimed_until > now() group by webhook_id
    ), webhook as (
      select id, organization_id, failing_since is not null as is_failing, coalesce(busy.count, 0) as busy,
        sum(busy.count) over (partition by organization_id) as organization_busy
      from convo_webhooks left join busy on busy.webhook_id = id
      where disabled_at is null
    ), due as (
      select delivery.event_id, delivery.webhook_id, is_failing, due_at,
        coalesce(organization_busy, 0) + row_number() over (partition by organization_id order by due_at, position) as turn
      from webhook
      cross join lateral (
        select event_id, webhook_id, position, coalesce(next_attempt_at, created_at) as due_at
        from convo_webhook_deliveries as delivery
        where webhook_id = webhook.id and ${isDue}
          -- Lets the index skip later attempts. The clocks of processes that add deliveries can differ slightly.
          and coalesce(next_attempt_at, created_at) < ${now()}::timestamptz + interval '1 minute'
          and (event_id, webhook_id) not in (select event_id, webhook_id from job)
        order by coalesce(next_attempt_at, created_at), position
        limit greatest(0, case when is_failing then ${maxPerFailingWebhook}::int else ${maxPerWebhook} end - busy)
      ) as delivery
      where webhook.id <> all(${excluded})
    ), ranked as (
      select *, row_number() over (partition by is_failing order by turn, due_at) as place from due
    ), chosen as (
      select event_id, webhook_id, is_failing from ranked
      where not is_failing or place <= ${maxFailing}
      order by turn, due_at
      limit ${max}
    ), free as materialized (
      select event_id, webhook_id, is_failing
      from convo_webhook_deliveries as delivery join chosen using (event_id, webhook_id)
      -- Another process may have claimed a chosen delivery in the meantime.
      where ${isDue}
      for update of delivery skip locked
    ), claimed as (
      update convo_webhook_deliveries as delivery set claimed_by = ${claimedBy}, claimed_until = ${claimEnd}
      from free where delivery.event_id = free.event_id and delivery.webhook_id = free.webhook_id
      returning delivery.event_id, delivery.webhook_id, delivery.attempts, free.is_failing
    )
    select event.id as "eventId", webhook.id as "webhookId", claimed.attempts, event.payload, event.position,
      (
        select earlier.id
        from convo_events as earlier
        join convo_webhook_deliveries as waiting on waiting.event_id = earlier.id
        join convo_webhooks as receiver on receiver.id = waiting.webhook_id
        where earlier.organization_id = event.organization_id
          and earlier.position between event.position - ${maxDistance} and event.position - 1
          and waiting.state = 'pending' and waiting.attempts <= ${maxAwaitedAttempts} and receiver.url = webhook.url
        order by earlier.position desc
        limit 1
      ) as after, webhook.url, claimed.is_failing as "isFailing"
    from claimed
    join convo_events as event on event.id = claimed.event_id
    join convo_webhooks as webhook on webhook.id = claimed.webhook_id
    order by event.position`.execute(db);
  const webhookIds = new Set(rows.map(({ webhookId }) => webhookId));
  const secrets = await readSigningSecrets(db, { vault, webhookIds, now });
  return rows.map((row) => ({ ...row, secrets: secrets.get(row.webhookId) }));
}

type ClaimedRow = Omit<ClaimedDelivery, 'secrets'>;

/**
 * Deletes the waiting jobs, so that only nodes of this release send the deliveries. A running job stays with its
 * node; if the node has crashed, pg-boss makes the job wait again.
 */
export async function takeOverJobs(db: Db): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where name = ${deliveryQueueName} and state < 'active'`.execute(db);
  return numAffectedRows > 0n;
}

export async function renewClaims(db: Db, claimedBy: string, keys: readonly DeliveryKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with mine as materialized (
      select event_id, webhook_id
      from json_to_recordset(${JSON.stringify(keys)}::json) as key ("eventId" uuid, "webhookId" uuid)
      join convo_webhook_deliveries as delivery on event_id = key."eventId" and webhook_id = key."webhookId"
      where claimed_by = ${claimedBy}
      -- A result that is being recorded needs no claim; waiting for it could lead to a deadlock.
      for update of delivery skip locked
    )
    update convo_webhook_deliveries as delivery set claimed_until = ${claimEnd}
    from mine where delivery.event_id = mine.event_id and delivery.webhook_id = mine.webhook_id`.execute(db);
}

export async function releaseClaims(db: Db, claimedBy: string): Promise<void> {
  await db
    .updateTable('convo_webhook_deliveries')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_until', 'is not', null)
    .where('claimed_by', '=', claimedBy)
    .execute();
}

/** Counts pending deliveries; `active` deliveries have a request in flight. */
export async function deliveryCounts(db: Db) {
  const { rows } = await sql<{ queued: number; active: number }>`
    select count(*) filter (where claimed_until is null or claimed_until < now())::int as queued,
      count(*) filter (where claimed_until >= now())::int as active
    from convo_webhook_deliveries where state = 'pending'`.execute(db);
  return rows[0] ?? { queued: 0, active: 0 };
}
