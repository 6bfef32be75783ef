import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/open-database.ts';
import type { Analysis } from '../services/conversation/analysis/analyse.ts';
import { type AnalysisThread, sharedAnalysisThread } from '../services/conversation/processing/analysis-thread.ts';
import { hostParticipantId } from '../services/conversation/store/host-participant.ts';
import { instant } from '../../tools/wire.ts';
import { withTeams } from '../services/conversation/processing/recognise-team.ts';
import { AnalysisLimitError } from '../services/conversation/processing-error.ts';
import { callScoreOf } from '../services/conversation/store/store-analysis.ts';
import type { ActivityRecord } from '../services/conversation/store/store-activities.ts';
import { oldestOrganizationId, organizationOf } from '../services/conversation/store/store-organization.ts';
import type { ScoreRecord } from '../services/conversation/store/store-team-records.ts';
import { type Theme, themesDigest, topicThemes } from '../services/conversation/store/themes.ts';
import { compiledSchema, inputIssues } from '../../tools/rules/input-issues.ts';
import type { SourceRecord } from './files/source-record.ts';
import { mapIds } from './ids.ts';
import { type ImportedActivity, importedActivity } from './kinds/activity-schema.ts';

/**
 * Latest analyses by digest of the conversation: activities are analysed before their transaction, and those of a
 * rejected batch are stored one by one.
 */
const analyses = new LRUCache<string, Promise<Analysis | undefined>>({ max: 500, ttl: 600_000 });

/** Analyses activities that a transaction will store, so that other callers do not wait for the analysis. */
export async function analyseAhead(db: Db, records: readonly SourceRecord[]): Promise<void> {
  const activities = records.filter(({ kind }) => kind === 'activity');
  // Without an organization, the transaction creates the default one.
  if (activities.length === 0 || (await oldestOrganizationId(db)) === undefined) return;
  const mapped = await mapIds(db, activities);
  const checked = mapped.records.map(({ fields }) => inputIssues(compiledSchema(importedActivity), fields));
  const valid = checked.flatMap((each) => ('data' in each ? [each.data] : []));
  await analyseActivities(db, await withTeams(db, valid));
}

/** Null and empty lists count as outputs. Activities that exceed the limits of the analysis stay unchanged. */
export async function analyseActivities(
  db: Db,
  activities: readonly ImportedActivity[],
  thread: AnalysisThread = sharedAnalysisThread(),
): Promise<{ records: ActivityRecord[]; scores: ScoreRecord[] }> {
  if (!activities.some(needsAnalysis)) return { records: [...activities], scores: [] };
  const organizationIdOf = await organizationOf(db, activities);
  const themes = new Map<string, readonly Theme[]>();
  const records: ActivityRecord[] = [];
  const scores: ScoreRecord[] = [];
  for (const activity of activities) {
    if (!needsAnalysis(activity)) {
      records.push(activity);
      continue;
    }
    const organizationId = organizationIdOf(activity);
    const ofOrganization = themes.get(organizationId) ?? (await topicThemes(db, organizationId));
    themes.set(organizationId, ofOrganization);
    const analysis = await analysisOf({ db, thread }, activity, { organizationId, themes: ofOrganization });
    if (!analysis) {
      records.push(activity);
      continue;
    }
    records.push({
      ...activity,
      summary: activity.summary === undefined ? analysis.summary || null : activity.summary,
      ...(activity.summary === undefined && { summary_method: analysis.summary_method }),
      action_items: activity.action_items === undefined ? analysis.action_items : activity.action_items,
      questions: activity.questions === undefined ? analysis.questions : activity.questions,
      ...(activity.topic_matches === undefined && {
        topic_matches: analysis.topic_matches,
        themes_digest: themesDigest(ofOrganization),
      }),
    });
    if (outputs.every((output) => activity[output] === undefined)) {
      scores.push(...callScoreOf({ ...activity, organization_id: organizationId }, analysis.score));
    }
  }
  return { records, scores };
}

const outputs = ['summary', 'action_items', 'questions', 'topic_matches'] as const;

const needsAnalysis = (activity: ImportedActivity) =>
  (activity.segments?.length ?? 0) > 0 && outputs.some((output) => activity[output] === undefined);

/** Undefined if a limit is exceeded. */
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
  const digest = hash('sha256', JSON.stringify(conversation));
  const known = analyses.get(digest);
  if (known) return known;
  const analysis = thread.analyse(conversation, { organizationId }).catch((error: unknown) => {
    if (error instanceof AnalysisLimitError) return undefined;
    analyses.delete(digest);
    throw error;
  });
  analyses.set(digest, analysis);
  return analysis;
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
