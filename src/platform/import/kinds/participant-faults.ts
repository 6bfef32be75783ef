import type { Db } from '../../database/open-database.ts';
import type { ImportedActivity } from './activity-schema.ts';
import type { EarlierRecords } from './earlier-records.ts';

/** Participants must be new or of the same activity; speakers and assignees must be participants. */
export async function participantFaults(
  db: Db,
  activities: readonly ImportedActivity[],
  earlier?: EarlierRecords,
): Promise<Map<ImportedActivity, string>> {
  const activityOf = await activitiesOfParticipants(db, activities, earlier);
  const faults = new Map<ImportedActivity, string>();
  for (const activity of activities) {
    const fault = foreignParticipantFault(activity, activityOf) ?? speakerFault(activity, activityOf);
    if (fault !== undefined) faults.set(activity, fault);
    else for (const { id } of activity.participants ?? []) activityOf.set(id, activity.id);
  }
  return faults;
}

async function activitiesOfParticipants(
  db: Db,
  activities: readonly ImportedActivity[],
  earlier: EarlierRecords | undefined,
): Promise<Map<string, string>> {
  const ids = activities.flatMap((activity) => [
    ...(activity.participants ?? []).map(({ id }) => id),
    ...mentionsIn(activity).map(({ id }) => id),
  ]);
  const rows = await db
    .selectFrom('convo_participants')
    .select(['id', 'activity_id'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...new Set(ids)])))
    .execute();
  const stored = rows.map((row) => [row.id, row.activity_id] as const);
  return new Map([...ids.flatMap((id) => pairOf(id, earlier?.activityOf(id))), ...stored]);
}

const pairOf = (id: string, activityId: string | undefined) =>
  activityId === undefined ? [] : [[id, activityId] as const];

function foreignParticipantFault(
  { id: activityId, participants }: ImportedActivity,
  activityOf: ReadonlyMap<string, string>,
) {
  const at = (participants ?? []).findIndex(({ id }) => (activityOf.get(id) ?? activityId) !== activityId);
  return at === -1 ? undefined : `participants.${at}.id: already belongs to a participant of another activity`;
}

function speakerFault(activity: ImportedActivity, activityOf: ReadonlyMap<string, string>): string | undefined {
  const { id: activityId, participants } = activity;
  const own = participants === undefined ? undefined : new Set(participants?.map(({ id }) => id));
  const isKnown = (id: string) => (own ? own.has(id) : activityOf.get(id) === activityId);
  const wrong = mentionsIn(activity).find(({ id }) => !isKnown(id));
  return wrong && `${wrong.path}: there is no participant of this activity with the id ${JSON.stringify(wrong.id)}`;
}

function mentionsIn(activity: ImportedActivity): { path: string; id: string }[] {
  const speakers = (['segments', 'questions', 'topic_matches'] as const).flatMap((part) =>
    (activity[part] ?? []).flatMap(({ participant_id: id }, index) =>
      id == null ? [] : [{ path: `${part}.${index}.participant_id`, id }],
    ),
  );
  const assignees = (activity.action_items ?? []).flatMap(({ assignee_id: id }, index) =>
    id == null ? [] : [{ path: `action_items.${index}.assignee_id`, id }],
  );
  return [...speakers, ...assignees];
}
