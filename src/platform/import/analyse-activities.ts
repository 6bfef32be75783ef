import type { Db } from '../database/open-database.ts';
import type { Analysis } from '../services/conversation/analysis/analyse.ts';
import { type AnalysisThread, sharedAnalysisThread } from '../services/conversation/processing/analysis-thread.ts';
import { hostParticipantId } from '../services/conversation/store/host-participant.ts';
import { instant } from '../../tools/wire.ts';
import { withTeamMembers } from '../services/conversation/processing/recognise-team.ts';
import { AnalysisLimitError } from '../services/conversation/processing-error.ts';
import type { ActivityRecord } from '../services/conversation/store/store-activities.ts';
import { organizationIdFinder } from '../services/conversation/store/store-organization.ts';
import { type Theme, themesDigest, topicThemes } from '../services/conversation/store/themes.ts';
import type { ImportedActivity } from './kinds/activity-schema.ts';

export type AnalysedActivity = ImportedActivity & Pick<ActivityRecord, 'themes_digest'> & { score?: number | null };

const outputs = ['summary', 'action_items', 'questions', 'topic_matches'] as const;

const needsAnalysis = (activity: ImportedActivity) =>
  (activity.segments?.length ?? 0) > 0 && outputs.some((output) => activity[output] === undefined);

/**
 * Recognizes the team among the participants, and adds missing outputs of activities with a transcript. An output that
 * is null or an empty list is not missing. An activity that exceeds a limit is not analysed.
 */
export async function analyseActivities(
  db: Db,
  imported: readonly ImportedActivity[],
  thread: AnalysisThread = sharedAnalysisThread(),
): Promise<AnalysedActivity[]> {
  const activities = await withTeamMembers(db, imported);
  if (!activities.some(needsAnalysis)) return activities;
  const organizationIdOf = await organizationIdFinder(db, activities);
  const themesByOrganization = new Map<string, readonly Theme[]>();
  const analysed: AnalysedActivity[] = [];
  for (const activity of activities) {
    if (!needsAnalysis(activity)) {
      analysed.push(activity);
      continue;
    }
    const organizationId = organizationIdOf(activity);
    const themes = themesByOrganization.get(organizationId) ?? (await topicThemes(db, organizationId));
    themesByOrganization.set(organizationId, themes);
    const analysis = await analysisOf({ db, thread }, activity, { organizationId, themes });
    analysed.push(analysis ? withOutputs(activity, { analysis, themes, organizationId }) : activity);
  }
  return analysed;
}

function withOutputs(
  activity: ImportedActivity,
  { analysis, themes, organizationId }: { analysis: Analysis; themes: readonly Theme[]; organizationId: string },
): AnalysedActivity {
  return {
    ...activity,
    organization_id: organizationId,
    ...(activity.summary === undefined && {
      summary: analysis.summary || null,
      summary_method: analysis.summary_method,
    }),
    ...(activity.action_items === undefined && { action_items: analysis.action_items }),
    ...(activity.questions === undefined && { questions: analysis.questions }),
    ...(activity.topic_matches === undefined && {
      topic_matches: analysis.topic_matches,
      themes_digest: themesDigest(themes),
    }),
    ...(outputs.every((output) => activity[output] === undefined) && { score: analysis.score }),
  };
}

/** Returns undefined if the activity exceeds a limit of the analysis. */
async function analysisOf(
  { db, thread }: { db: Db; thread: AnalysisThread },
  activity: ImportedActivity,
  { organizationId, themes }: { organizationId: string; themes: readonly Theme[] },
): Promise<Analysis | undefined> {
  const participants = await participantsOf(db, activity);
  const segments = (activity.segments ?? [])
    .toSorted((a, b) => a.start_ms - b.start_ms)
    .map((segment) => ({
      participant_id: segment.participant_id ?? null,
      start_ms: segment.start_ms,
      end_ms: segment.end_ms ?? segment.start_ms,
      text: segment.text,
    }));
  const conversation = {
    segments,
    participants: participants.map(({ id, name }) => ({ id, name: name ?? null })),
    host_id: await hostParticipantId(db, { hostUserId: activity.host_user_id, participants, segments }),
    themes,
    language: activity.language ?? null,
    started_at: instant.parse(activity.started_at),
  };
  return thread.analyse(conversation, { organizationId }).catch((error: unknown) => {
    if (error instanceof AnalysisLimitError) return undefined;
    throw error;
  });
}

async function participantsOf(db: Db, { id, participants }: ImportedActivity) {
  if (participants !== undefined) return participants ?? [];
  return db
    .selectFrom('convo_participants')
    .select(['id', 'name', 'email', 'user_id'])
    .where('activity_id', '=', id)
    .orderBy('position')
    .execute();
}
