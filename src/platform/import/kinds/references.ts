import { sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import { forEachId, type IdPlace, tableOf } from '../ids.ts';
import type { ImportedActivity } from './activity-schema.ts';

interface Reference extends IdPlace {
  value: object;
  id: string;
}

/** Returns a fault of each value that refers to a record that is not stored. */
export async function missingReferences(db: Db, values: readonly object[]): Promise<Map<object, string>> {
  const references: Reference[] = [];
  for (const value of values) {
    // The kind of the value itself does not matter: its own id is no reference.
    forEachId(value, '', (id, place) => {
      if (place.isReference) references.push({ ...place, value, id });
    });
  }
  const faults = new Map<object, string>();
  for (const [kind, ofKind] of Map.groupBy(references, (reference) => reference.kind)) {
    const table = tableOf(kind);
    if (table === undefined) continue;
    const ids = [...new Set(ofKind.map(({ id }) => id))];
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids})`.execute(db);
    const stored = new Set(rows.map(({ id }) => id));
    for (const { value, field, id } of ofKind) {
      if (stored.has(id) || faults.has(value)) continue;
      faults.set(value, `${field}: there is no ${kind} with the id ${JSON.stringify(id)}`);
    }
  }
  return faults;
}

/** Returns faults: participants of another activity, and speakers and assignees who are not participants. */
export async function participantFaults(db: Db, activities: readonly ImportedActivity[]): Promise<Map<object, string>> {
  const mentions = activities.map((activity) => {
    const mentioned: { field: string; id: string }[] = [];
    forEachId(activity, 'activity', (id, { kind, field }) => {
      if (kind === 'participant') mentioned.push({ field, id });
    });
    return { activity, mentioned };
  });
  const rows = await db
    .selectFrom('convo_participants')
    .select(['id', 'activity_id'])
    .where('id', '=', (eb) =>
      eb.fn.any(eb.val([...new Set(mentions.flatMap(({ mentioned }) => mentioned.map(({ id }) => id)))])),
    )
    .execute();
  const activityOf = new Map(rows.map((row) => [row.id, row.activity_id]));
  const faults = new Map<object, string>();
  for (const { activity, mentioned } of mentions) {
    const { id: activityId, participants } = activity;
    // Without a list of participants, the stored participants stay.
    const listedIds = participants === undefined ? undefined : new Set(participants?.map(({ id }) => id));
    const faultOf = ({ field, id }: { field: string; id: string }): string | undefined => {
      if (field === 'id') {
        const isOfOther = (activityOf.get(id) ?? activityId) !== activityId;
        return isOfOther ? 'participants: an id already belongs to a participant of another activity' : undefined;
      }
      if (listedIds ? listedIds.has(id) : activityOf.get(id) === activityId) return undefined;
      return `${field}: there is no participant of this activity with the id ${JSON.stringify(id)}`;
    };
    const fault = mentioned.map(faultOf).find((each) => each !== undefined);
    if (fault !== undefined) faults.set(activity, fault);
    // Later activities of the batch must not have the same participants.
    else for (const id of listedIds ?? []) activityOf.set(id, activityId);
  }
  return faults;
}
