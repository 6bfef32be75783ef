import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { AnalysisLimitError } from '../processing-error.ts';
import { storeAnalysis } from '../store/store-analysis.ts';
import { changedAt } from '../store/store-activities.ts';
import { inTimeOrder, storeOutputs } from '../store/store-outputs.ts';
import { analyse, type RunEmbedded } from '../analysis/analyse.ts';
import { type AnalysisThread, sharedAnalysisThread } from './analysis-thread.ts';
import type { Analyst } from '../analyst/chat-analyst.ts';
import type { TopicMatch } from '../analysis/conversation.ts';
import { loadConversation } from '../store/load-conversation.ts';
import { importedMatchesDigest, type Theme, themesDigest, topicThemes } from '../store/themes.ts';

export interface RefreshOptions {
  db: Db;
  now: () => Date;
  /** Conversations that started earlier stay unchanged. */
  since?: Date | undefined;
  analyst?: Analyst | undefined;
  /** The thread for analyses; by default, the thread that all commands share. */
  thread?: AnalysisThread;
  /** Receives what the analyst did not return, and which results were left out. */
  onWarning?: (activityId: string, warning: string) => void;
  onProgress?: (done: number, total: number) => void;
}

export interface RefreshResult {
  /** Conversations whose topics were not matched with the current themes. */
  checked: number;
  rematched: number;
  /** Conversations that were analysed for the first time. */
  analysed: number;
  /** Conversations that stay unchanged, because they exceed the limits of the analysis. */
  tooLarge: number;
}

/**
 * Matches topics with the current themes, and analyses conversations that have no analysis. Imported topic matches,
 * uploads that skip the analysis and unprocessed uploads stay unchanged. An interrupted refresh can continue, because
 * each conversation is stored separately.
 */
export async function refreshAnalysis(options: RefreshOptions): Promise<RefreshResult> {
  const stale = await findStale(options);
  const result: RefreshResult = { checked: stale.length, rematched: 0, analysed: 0, tooLarge: 0 };
  for (const [index, conversation] of stale.entries()) {
    const outcome = await refreshOne(options, conversation).catch((error: unknown) => {
      if (error instanceof AnalysisLimitError) return 'tooLarge' as const;
      throw error;
    });
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

async function findStale({ db, since }: RefreshOptions): Promise<StaleConversation[]> {
  const organizations = await db.selectFrom('convo_organizations').select('id').orderBy('id').execute();
  const stale: StaleConversation[] = [];
  for (const organization of organizations) {
    const themes = await topicThemes(db, organization.id);
    const digest = themesDigest(themes);
    const rows = await db
      .selectFrom('convo_activities as activity')
      .select('activity.id')
      .where('activity.organization_id', '=', organization.id)
      .where('activity.skip_full_analysis', '=', false)
      .where((eb) => eb.or([eb('processing_state', 'is', null), eb('processing_state', '=', 'done')]))
      .where((eb) =>
        eb.or([eb('themes_digest', 'is', null), eb('themes_digest', 'not in', [digest, importedMatchesDigest])]),
      )
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
  { db, now, analyst, onWarning, thread = sharedAnalysisThread() }: RefreshOptions,
  { id, themes, digest }: StaleConversation,
): Promise<'unchanged' | 'rematched' | 'analysed'> {
  const activity = await db
    .selectFrom('convo_activities')
    .selectAll()
    .select(hasOutputs)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!activity) return 'unchanged';
  const conversation = await loadConversation(db, activity, themes);
  const taskOptions = { organizationId: activity.organization_id };
  const runEmbedded: RunEmbedded = (task) => thread.analyse(task, taskOptions);
  const needsAnalysis = activity.themes_digest === null && !activity.has_outputs;
  const result = needsAnalysis ? await analyse(conversation, { analyst, runEmbedded }) : undefined;
  for (const warning of result?.warnings ?? []) onWarning?.(id, warning);
  const { analysis, title } = result ?? {};
  const matches = analysis?.topic_matches ?? (await thread.findTopics(conversation, taskOptions));
  const isUnchanged = !analysis && isDeepStrictEqual(inTimeOrder(matches), await storedMatches(db, id));
  const isStored = await inTransaction(db, async (trx) => {
    // Another process may have refreshed the conversation or replaced its record.
    const row = await trx
      .updateTable('convo_activities')
      .set({
        themes_digest: digest,
        ...(title !== undefined && { title: sql<string>`coalesce(title, ${title})` }),
        ...(!isUnchanged && { updated_at: changedAt(now()) }),
      })
      .where('id', '=', id)
      .where(sql<boolean>`themes_digest is not distinct from ${activity.themes_digest}`)
      .returning('id')
      .executeTakeFirst();
    if (!row || isUnchanged) return false;
    if (analysis) await storeAnalysis(trx, activity, { analysis, now: now() });
    else await storeOutputs(trx, [{ activity_id: id, topic_matches: matches }]);
    return true;
  });
  if (!isStored) return 'unchanged';
  return analysis ? 'analysed' : 'rematched';
}

const outputTables = ['convo_summaries', 'convo_action_items', 'convo_questions', 'convo_topic_matches'];

const hasOutputs = sql<boolean>`${sql.join(
  outputTables.map((table) => sql`exists (select from ${sql.table(table)} where activity_id = convo_activities.id)`),
  sql` or `,
)}`.as('has_outputs');

const storedMatches = (db: Db, id: string): Promise<TopicMatch[]> =>
  db
    .selectFrom('convo_topic_matches')
    .select(['participant_id', 'start_ms', 'text', 'theme', 'topic', 'trigger'])
    .select(sql<number>`coalesce(end_ms, start_ms)`.as('end_ms'))
    .where('activity_id', '=', id)
    .orderBy('position')
    .execute();
