import { sql } from 'kysely';
import { comparableText, findMemberIn } from '../../../../tools/conversation/team-members.ts';
import { affiliations } from '../../../../tools/conversation/vocabulary.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { loadConversation } from '../store/load-conversation.ts';
import { callScoreOf } from '../store/store-analysis.ts';
import { AnalysisLimitError } from '../processing-error.ts';
import { type ActivityRecord, changedAt, type ParticipantRecord } from '../store/store-activities.ts';
import { organizationIdFinder } from '../store/store-organization.ts';
import { storeScores } from '../store/store-team-records.ts';
import { importedMatchesDigest, topicThemes } from '../store/themes.ts';
import { type AnalysisThread, sharedAnalysisThread } from './analysis-thread.ts';
import { loadTeam, type TeamUser } from './identify-speakers.ts';

type FindMember = (person: ParticipantRecord) => TeamUser | undefined;

type Recognisable = Pick<ActivityRecord, 'participants' | 'host_user_id' | 'organization_id'>;

/**
 * Adds user ids to participants who are members of the team, except to those recorded as external. If
 * `host_user_id` is undefined, the first member of the team becomes the host.
 */
export async function withTeamMembers<Activity extends Recognisable>(db: Db, activities: readonly Activity[]) {
  const organizationIdOf = await organizationIdFinder(db, activities);
  const finders = new Map<string, FindMember>();
  for (const id of new Set(activities.map(organizationIdOf))) finders.set(id, findMemberIn(await loadTeam(db, id)));
  return activities.map((activity) => withUserIds(activity, finders.get(organizationIdOf(activity))));
}

function withUserIds<Activity extends Recognisable>(activity: Activity, findMember: FindMember | undefined): Activity {
  if (!activity.participants) return activity;
  const participants = activity.participants.map((participant): ParticipantRecord => {
    if (participant.affiliation === affiliations.EXTERNAL) return participant;
    const userId = participant.user_id ?? findMember?.(participant)?.id;
    return userId === undefined ? participant : { ...participant, affiliation: affiliations.INTERNAL, user_id: userId };
  });
  const { host_user_id = participants.find((participant) => participant.user_id != null)?.user_id } = activity;
  return { ...activity, participants, host_user_id };
}

/**
 * Recognizes members of the team who were added after their conversations, which can give the conversations a host and
 * a score. Each conversation is stored separately. Returns the number of conversations that changed.
 */
export async function recogniseTeam({
  db,
  now,
  thread = sharedAnalysisThread(),
}: {
  db: Db;
  now: () => Date;
  thread?: AnalysisThread;
}): Promise<number> {
  const organizations = await db.selectFrom('convo_organizations').select('id').orderBy('id').execute();
  let changed = 0;
  for (const { id: organizationId } of organizations) {
    const team = await loadTeam(db, organizationId);
    const userIdsByActivity = await findMembers(db, { organizationId, team });
    for (const [activityId, userIds] of userIdsByActivity) {
      if (!(await linkMembers(db, { activityId, userIds, now: now() }))) continue;
      changed += 1;
      await scoreActivity(db, activityId, thread);
    }
  }
  return changed;
}

/** Finds members among participants without a user id. Returns a map of participant id to user id per activity id. */
async function findMembers(db: Db, { organizationId, team }: { organizationId: string; team: readonly TeamUser[] }) {
  const findMember = findMemberIn(team);
  const names = team.map(({ name }) => comparableText(name));
  const emails = team.map(({ email }) => comparableText(email));
  // SQL counterpart of `comparableText`, except for tabs and line breaks at the ends.
  const comparable = (column: string) =>
    sql<string>`lower(regexp_replace(btrim(${sql.ref(column)}), '\\s+', ' ', 'g'))`;
  const participants = await db
    .selectFrom('convo_participants as participant')
    .innerJoin('convo_activities as activity', 'activity.id', 'participant.activity_id')
    .select(['participant.id', 'participant.activity_id', 'participant.name', 'participant.email'])
    .where('activity.organization_id', '=', organizationId)
    .where('participant.user_id', 'is', null)
    // Skip uploads without a complete transcript: a change of the activity would end the attempt that stores it.
    .where((eb) =>
      eb.or([
        eb('activity.processing_state', 'is', null),
        eb('activity.processing_state', '=', 'done'),
        eb('activity.processing_skipped_cues', 'is not', null),
      ]),
    )
    .where(sql<boolean>`participant.affiliation is distinct from ${affiliations.EXTERNAL}`)
    .where((eb) =>
      eb.or([
        eb(comparable('participant.name'), '=', eb.fn.any(eb.val(names))),
        eb(comparable('participant.email'), '=', eb.fn.any(eb.val(emails))),
      ]),
    )
    .orderBy('participant.activity_id')
    .execute();
  const userIdsByActivity = new Map<string, Map<string, string>>();
  for (const participant of participants) {
    const userId = findMember(participant)?.id;
    if (userId === undefined) continue;
    const userIds = userIdsByActivity.get(participant.activity_id) ?? new Map<string, string>();
    userIdsByActivity.set(participant.activity_id, userIds.set(participant.id, userId));
  }
  return userIdsByActivity;
}

/** @returns false if the activity was deleted in the meantime */
const linkMembers = (
  db: Db,
  { activityId, userIds, now }: { activityId: string; userIds: ReadonlyMap<string, string>; now: Date },
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    for (const [id, userId] of userIds) {
      await trx
        .updateTable('convo_participants')
        .set({ user_id: userId, affiliation: affiliations.INTERNAL })
        .where('id', '=', id)
        .where('activity_id', '=', activityId)
        .execute();
    }
    // Two activities of a host must not have the same external id.
    const firstMember = sql<string | null>`(
      select user_id from convo_participants
      where activity_id = convo_activities.id and user_id is not null and not exists (
        select from convo_activities as other
        where other.host_user_id = user_id and other.external_id = convo_activities.external_id
      )
      order by position limit 1
    )`;
    const row = await trx
      .updateTable('convo_activities')
      .set({ host_user_id: sql`coalesce(host_user_id, ${firstMember})`, updated_at: changedAt(now) })
      .where('id', '=', activityId)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });

/** Adds the score of an activity that was analysed without a host. */
async function scoreActivity(db: Db, activityId: string, thread: AnalysisThread): Promise<void> {
  const activity = await db
    .selectFrom('convo_activities as activity')
    .selectAll()
    .where('id', '=', activityId)
    .where('host_user_id', 'is not', null)
    .where('themes_digest', '!=', importedMatchesDigest)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('convo_call_scores').select('id').whereRef('activity_id', '=', 'activity.id'))),
    )
    .executeTakeFirst();
  if (!activity) return;
  const organizationId = activity.organization_id;
  const themes = await topicThemes(db, organizationId);
  const conversation = await loadConversation(db, activity, themes);
  const analysis = await thread.analyse(conversation, { organizationId }).catch((error: unknown) => {
    if (error instanceof AnalysisLimitError) return null;
    throw error;
  });
  const createdAt = (activity.completed_at ?? activity.started_at).toISOString();
  await storeScores(db, callScoreOf(activity, { score: analysis?.score ?? null, createdAt }));
}
