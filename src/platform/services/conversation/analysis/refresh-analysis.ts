import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { analyse, type Analysis, findTopics } from './analyse.ts';
import { type Analyst, AnalystError } from './analyst/analyst.ts';
import type { Conversation, Theme, TopicMatch } from './conversation.ts';
import { callScoreOf } from '../team/call-score-record.ts';
import { inTime } from '../store/output-rows.ts';
import { storeOutputs } from '../store/store-outputs.ts';
import { storeScores } from '../store/store-team-records.ts';
import { storedConversation } from './load-conversation.ts';
import { givenMatches, themesDigest } from './themes-digest.ts';
import { analysisThemes } from './themes.ts';

export interface RefreshOptions {
  db: Db;
  now: () => Date;
  /** Only conversations that began at or after this time. */
  since?: Date | undefined;
  /** Writes summaries and action items where they are missing. */
  analyst?: Analyst | undefined;
  /** Called after every conversation. */
  onProgress?: (done: number, total: number) => void;
}

export interface RefreshResult {
  /** Conversations whose topics were matched with other themes, or never. */
  checked: number;
  /** Those of them whose topic matches changed. */
  rematched: number;
  /** Those of them that had no analysis and got one. */
  analysed: number;
}

/**
 * Brings conversations up to date: matches their topics with the present themes, and analyses those that were never
 * analysed. Left as they are: topic matches that a record brought, uploads that skip the analysis, and uploads that
 * are not processed yet. Each conversation is stored on its own, so that a refresh that was cut off goes on where it
 * ended, and a second one has nothing to do.
 */
export async function refreshAnalysis(options: RefreshOptions): Promise<RefreshResult> {
  const stale = await staleConversations(options);
  const result: RefreshResult = { checked: stale.length, rematched: 0, analysed: 0 };
  for (const [index, conversation] of stale.entries()) {
    const outcome = await refreshOne(options, conversation);
    if (outcome !== 'unchanged') result[outcome] += 1;
    options.onProgress?.(index + 1, stale.length);
  }
  return result;
}

interface StaleConversation {
  id: string;
  themes: readonly Theme[];
  digest: string;
}

async function staleConversations({ db, since }: RefreshOptions): Promise<StaleConversation[]> {
  const organizations = await db.selectFrom('convo_organizations').select('id').orderBy('id').execute();
  const stale: StaleConversation[] = [];
  for (const organization of organizations) {
    const themes = await analysisThemes(db, organization.id);
    const digest = themesDigest(themes);
    const rows = await db
      .selectFrom('convo_activities as activity')
      .select('activity.id')
      .where('activity.organization_id', '=', organization.id)
      .where('activity.skip_full_analysis', '=', false)
      .where((eb) => eb.or([eb('processing_state', 'is', null), eb('processing_state', '=', 'done')]))
      .where((eb) => eb.or([eb('themes_digest', 'is', null), eb('themes_digest', 'not in', [digest, givenMatches])]))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('convo_segments as segment')
            .select('segment.activity_id')
            .whereRef('segment.activity_id', '=', 'activity.id'),
        ),
      )
      .$if(since !== undefined, (query) => query.where('activity.started_at', '>=', since ?? new Date(0)))
      .orderBy('activity.started_at')
      .orderBy('activity.id')
      .execute();
    stale.push(...rows.map(({ id }) => ({ id, themes, digest })));
  }
  return stale;
}

async function refreshOne(
  { db, now, analyst }: RefreshOptions,
  { id, themes, digest }: StaleConversation,
): Promise<'unchanged' | 'rematched' | 'analysed'> {
  const activity = await db.selectFrom('convo_activities').selectAll().where('id', '=', id).executeTakeFirst();
  if (!activity) return 'unchanged';
  const conversation = await storedConversation(db, activity, themes);
  const analysis = (await isMissing(db, activity)) ? await analyseAnyway(conversation, analyst) : undefined;
  const matches = analysis?.topicMatches ?? (await findTopics(conversation));
  const isSame = !analysis && isDeepStrictEqual(inTime(matches), await storedMatches(db, id));
  const isStored = await inTransaction(db, async (trx) => {
    // Another process may have been quicker, or replaced the record.
    const row = await trx
      .updateTable('convo_activities')
      .set({ themes_digest: digest, ...(!isSame && { updated_at: now() }) })
      .where('id', '=', id)
      .where(sql<boolean>`themes_digest is not distinct from ${activity.themes_digest}`)
      .returning('id')
      .executeTakeFirst();
    if (!row || isSame) return false;
    await storeOutputs(trx, [
      {
        activity_id: id,
        topic_matches: matches,
        ...(analysis && {
          summary: analysis.summary || null,
          action_items: analysis.actionItems,
          questions: analysis.questions,
        }),
      },
    ]);
    if (analysis) await storeScores(trx, callScoreOf(scored(activity, now()), analysis.score));
    return true;
  });
  if (!isStored) return 'unchanged';
  return analysis ? 'analysed' : 'rematched';
}

/** An analyst that fails is replaced by the embedded analysis. */
async function analyseAnyway(conversation: Conversation, analyst: Analyst | undefined): Promise<Analysis> {
  try {
    return await analyse(conversation, { ...(analyst && { analyst }) });
  } catch (error) {
    if (error instanceof AnalystError) return analyse(conversation);
    throw error;
  }
}

const outputTables = ['convo_summaries', 'convo_action_items', 'convo_questions', 'convo_topic_matches'] as const;

/** Neither analysed nor imported with an output. */
async function isMissing(
  db: Db,
  { id, themes_digest: digest }: { id: string; themes_digest: string | null },
): Promise<boolean> {
  if (digest !== null) return false;
  for (const table of outputTables) {
    const row = await db.selectFrom(table).select('activity_id').where('activity_id', '=', id).executeTakeFirst();
    if (row) return false;
  }
  return true;
}

const storedMatches = (db: Db, id: string): Promise<TopicMatch[]> =>
  db
    .selectFrom('convo_topic_matches')
    .select(['participant_id', 'start_ms', 'text', 'theme', 'topic', 'trigger'])
    .select(sql<number>`coalesce(end_ms, start_ms)`.as('end_ms'))
    .where('activity_id', '=', id)
    .orderBy('position')
    .execute();

interface ScoredActivity {
  id: string;
  organization_id: string;
  host_user_id: string | null;
  type: Parameters<typeof callScoreOf>[0]['type'];
}

const scored = (activity: ScoredActivity, now: Date) => ({
  id: activity.id,
  organization_id: activity.organization_id,
  host_user_id: activity.host_user_id,
  type: activity.type,
  started_at: now.toISOString(),
});
