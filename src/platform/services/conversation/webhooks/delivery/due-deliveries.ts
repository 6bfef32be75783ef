import { sql } from 'kysely';
import type { Db } from '../../../../database/open-database.ts';
import type { DeliveryJob } from '../../jobs/delivery-queue.ts';
import { addMissingSecrets, type SecretVault } from '../signing-secret.ts';

/** A delivery that waits for a request, with what the request needs. */
export interface DueDelivery extends DeliveryJob {
  /** Number of requests so far. */
  attempts: number;
  payload: string;
  /** Position of the event in the stream of its organization. */
  position: number;
  /** The id of the last event before it that waits for a request to the same address; null if there is none. */
  after: string | null;
  url: string;
  isDisabled: boolean;
  /** The secrets that sign the request, the current one first; undefined if it cannot be decrypted. */
  secrets: string[] | undefined;
}

export interface DeliveryDatabase {
  db: Db;
  vault: SecretVault;
  now: () => Date;
}

/** Identifies a delivery in maps. */
export const deliveryKey = ({ eventId, webhookId }: DeliveryJob): string => `${eventId} ${webhookId}`;

/**
 * Reads the deliveries of jobs, with one statement. Deliveries that have ended, or were deleted with their webhook or
 * event, are missing in the result.
 */
export async function readDueDeliveries(
  { db, vault, now }: DeliveryDatabase,
  jobs: readonly DeliveryJob[],
): Promise<Map<string, DueDelivery>> {
  let rows = await readRows(db, jobs);
  if (rows.some(({ sealed_secret: sealed }) => sealed === null)) {
    // A node of the previous release has created the webhook since this one was started.
    await addMissingSecrets(db, vault);
    rows = await readRows(db, jobs);
  }
  const deliveries = await Promise.all(
    rows.map(async (row): Promise<DueDelivery> => {
      const { event_id: eventId, webhook_id: webhookId, attempts, payload, position, after, url } = row;
      const isDisabled = row.disabled_at !== null;
      const secrets = await openSecrets(row, { vault, now: now() });
      return { eventId, webhookId, attempts, payload, position, after, url, isDisabled, secrets };
    }),
  );
  return new Map(deliveries.map((delivery) => [deliveryKey(delivery), delivery]));
}

/** Maximum distance of the event that another one follows; limits the rows that are read for each delivery. */
const maxDistance = 100;

/** A delivery that has failed twice takes too long for receivers to wait for it. */
const maxAwaitedAttempts = 1;

const earlierEvent = sql<string | null>`(
  select earlier.id
  from convo_events as earlier
  inner join convo_webhook_deliveries as waiting on waiting.event_id = earlier.id
  inner join convo_webhooks as receiver on receiver.id = waiting.webhook_id
  where earlier.organization_id = event.organization_id
    and earlier.position between event.position - ${maxDistance} and event.position - 1
    and waiting.state = 'pending' and waiting.attempts <= ${maxAwaitedAttempts} and receiver.url = webhook.url
  order by earlier.position desc
  limit 1
)`;

const readRows = (db: Db, jobs: readonly DeliveryJob[]) =>
  db
    .selectFrom('convo_webhook_deliveries as delivery')
    .innerJoin('convo_events as event', 'event.id', 'delivery.event_id')
    .innerJoin('convo_webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.event_id', 'delivery.webhook_id', 'delivery.attempts', 'event.payload', 'event.position'])
    .select(earlierEvent.as('after'))
    .select(['webhook.url', 'webhook.disabled_at', 'webhook.secret_key_id', 'webhook.sealed_secret'])
    .select(['webhook.previous_secret_key_id', 'webhook.previous_sealed_secret'])
    .select(['webhook.previous_secret_expires_at'])
    .where('delivery.state', '=', 'pending')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('delivery.event_id', 'delivery.webhook_id'),
        'in',
        jobs.map(({ eventId, webhookId }) => tuple(eventId, webhookId)),
      ),
    )
    .execute();

type SecretColumns = Awaited<ReturnType<typeof readRows>>[number];

async function openSecrets(
  row: SecretColumns,
  { vault, now }: { vault: SecretVault; now: Date },
): Promise<string[] | undefined> {
  const owner = { webhookId: row.webhook_id };
  const open = async (keyId: string | null, sealed: string | null) =>
    // A broken key file must not hold back the deliveries of other webhooks.
    keyId === null || sealed === null ? undefined : vault.open({ keyId, sealed }, owner).catch(() => undefined);
  const current = await open(row.secret_key_id, row.sealed_secret);
  if (current === undefined) return undefined;
  const expiresAt = row.previous_secret_expires_at;
  if (expiresAt === null || expiresAt <= now) return [current];
  const previous = await open(row.previous_secret_key_id, row.previous_sealed_secret);
  return previous === undefined ? [current] : [current, previous];
}
