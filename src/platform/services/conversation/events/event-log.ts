import { sql } from 'kysely';
import { validate } from 'uuid';
import {
  EventCursorError,
  type EventLog,
  type StreamEvent,
} from '../../../../infrastructure/event-stream/event-feed.ts';
import { detailsOf, eventPayload } from '../../../../tools/conversation/webhook.ts';
import { parseJson } from '../../../../tools/rules/json.ts';
import type { Db } from '../../../database/open-database.ts';
import { withoutCallContext } from '../../../database/pools/call-context.ts';

/**
 * Creates the event log. Its reads run outside any tool call, because their result is for all subscribers. `db` should
 * be a pool with time limits, not the pool for background work: an import can occupy that pool for minutes, and a
 * statement that hangs would stop the feed.
 */
export function createEventLog(db: Db): EventLog {
  return {
    ends: (organizations) => withoutCallContext(() => readStreamEnds(db, organizations)),
    read: (organization, { after, limit }) =>
      withoutCallContext(async () => {
        const rows = await readRows(db, { organization, position: after.position, limit });
        const [first] = rows;
        if (!first || first.generation !== after.generation || first.lastPosition < after.position) {
          throw new EventCursorError();
        }
        const events = rows.flatMap((row) => eventOf(row) ?? []);
        // Old events are removed, so a gap at the start means that the reader missed events.
        const next = events[0]?.position ?? first.lastPosition + 1;
        if (next !== after.position + 1) throw new EventCursorError();
        return events;
      }),
  };
}

interface EventRow {
  generation: string;
  lastPosition: number;
  id: string | null;
  position: number | null;
  trigger: string | null;
  activityId: string | null;
  occurredAt: Date | null;
  payload: string | null;
}

/** Reads stream and events from one snapshot. Returns a single row if there is no event. */
async function readRows(
  db: Db,
  { organization, position, limit }: { organization: string; position: number; limit: number },
): Promise<EventRow[]> {
  if (!validate(organization)) return [];
  const { rows } = await sql<EventRow>`
    select stream.generation, stream.last_position as "lastPosition", event.id, event.position, event.trigger,
      event.activity_id as "activityId", event.occurred_at as "occurredAt", event.payload
    from convo_event_streams as stream
    left join lateral (
      select * from convo_events
      where organization_id = stream.organization_id and position > ${position}
      order by position limit ${limit}
    ) as event on true
    where stream.organization_id = ${organization}
    order by event.position`.execute(db);
  return rows;
}

function eventOf({ id, position, trigger, activityId, occurredAt, payload }: EventRow): StreamEvent | undefined {
  if (id === null || position === null || trigger === null || occurredAt === null) return undefined;
  const { data } = eventPayload.safeParse(parseJson(payload ?? ''));
  return { id, position, trigger, activityId, occurredAt, details: data && detailsOf(data) };
}

/** Reads the ends of streams. Adds missing streams, which takes two more statements. */
async function readStreamEnds(db: Db, organizations: readonly string[]) {
  const wanted = organizations.filter((id) => validate(id));
  const stored = await storedStreamEnds(db, wanted);
  const missing = wanted.filter((id) => !stored.has(id));
  if (missing.length === 0) return stored;
  await addStreams(db, missing);
  return new Map([...stored, ...(await storedStreamEnds(db, missing))]);
}

async function storedStreamEnds(db: Db, organizations: readonly string[]) {
  const rows = await db
    .selectFrom('convo_event_streams')
    .selectAll()
    .where('organization_id', '=', (eb) => eb.fn.any(eb.val(organizations)))
    .execute();
  return new Map(
    rows.map(({ organization_id: id, generation, last_position: position }) => [id, { generation, position }]),
  );
}

const addStreams = (db: Db, organizations: readonly string[]) =>
  db
    .insertInto('convo_event_streams')
    .columns(['organization_id', 'generation', 'last_position'])
    .expression((eb) =>
      eb
        .selectFrom('convo_organizations')
        .select(['id', sql<string>`gen_random_uuid()`.as('generation'), sql<number>`0`.as('last_position')])
        .where('id', '=', eb.fn.any(eb.val(organizations)))
        .orderBy('id'),
    )
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute();
