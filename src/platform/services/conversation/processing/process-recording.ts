import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { StoredRecording } from '../../../../infrastructure/storage/recording-store.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import { analyse, type AnalyseResult, type RunEmbedded } from '../analysis/analyse.ts';
import { loadConversation } from '../store/load-conversation.ts';
import { themesDigest, topicThemes } from '../store/themes.ts';
import { recordEvents } from '../events/record-events.ts';
import { deleteFetchedClaims } from './recordings/recording-claims.ts';
import { storeAnalysis } from '../store/store-analysis.ts';
import { inTimeOrder } from '../store/store-outputs.ts';
import {
  fetchRecording,
  findClaimedRecording,
  isLargeTranscript,
  transcribeRecording,
  storeTranscript,
} from './transcribe-recording.ts';
import { maxTimeMs, type Transcript } from './transcription/transcript.ts';
import { identifySpeakers, loadTeam, knownLabelsOf } from './identify-speakers.ts';
import { AnalysisLimitError } from '../processing-error.ts';
import {
  beginProcessing,
  type ProcessedActivity,
  type ProcessingContext,
  updateWhileRunning,
} from './processing-state.ts';

export interface Attempt {
  activityId: string;
  isLast: boolean;
  signal: AbortSignal;
}

/**
 * Processes an uploaded recording. Transcription and analysis each replace the results of earlier attempts, so an
 * interrupted job can resume after any step.
 * @throws RecordingError, AnalystError
 */
export async function processRecording(context: ProcessingContext, attempt: Attempt): Promise<void> {
  const activity = await beginProcessing(context, attempt.activityId);
  if (!activity) return;
  const { signal } = attempt;
  const stored = await findClaimedRecording(context, activity.id);
  const recording = stored ?? (activity.hasTranscript ? undefined : await fetchRecording(context, activity, signal));
  const run = async () => {
    const startedAt =
      recording && !activity.hasTranscript
        ? await transcribe(context, { ...activity, recording }, attempt)
        : activity.started_at;
    if (!startedAt) return;
    const outcome = activity.skip_full_analysis
      ? {}
      : await analyseWithinLimits(context, { ...activity, started_at: startedAt }, attempt);
    await complete(context, activity, outcome);
  };
  if (recording && isLargeTranscript(recording)) {
    await context.largeTranscripts.run({ key: activity.organization_id, signal }, run);
  } else {
    await run();
  }
}

/** @returns the start of the activity, adjusted to the recording length; undefined if the attempt is outdated */
async function transcribe(
  context: ProcessingContext,
  activity: ProcessedActivity & { recording: StoredRecording },
  { signal }: Attempt,
): Promise<Date | undefined> {
  const { db, changes } = context;
  const team = await loadTeam(db, activity.organization_id);
  const transcript = await transcribeRecording(context, activity, { knownNames: knownLabelsOf(team), signal });
  signal.throwIfAborted();
  // Each step can take tens of milliseconds for thousands of speakers; let other work run in between.
  await setImmediate();
  const { participants, participantIdOf, warnings } = await identifySpeakers(
    transcript.segments.map(({ speaker }) => speaker),
    { activityId: activity.id, hostUserId: activity.host_user_id, team },
  );
  await setImmediate();
  const segments = inTimeOrder(
    transcript.segments.map(({ speaker, startMs, endMs, text }) => ({
      participant_id: participantIdOf(speaker),
      start_ms: startMs,
      end_ms: endMs,
      text,
    })),
  );
  const times = timesOf(activity, durationOf(transcript));
  const isStored = await storeTranscript(context, activity, {
    participants,
    segments,
    change: {
      ...times,
      processing_skipped_cues: transcript.skippedCues,
      processing_warnings: [...(transcript.warnings ?? []), ...warnings],
    },
  });
  changes.publish({ activity: activity.id });
  return isStored ? times.started_at : undefined;
}

const durationOf = ({ segments, durationMs }: Transcript) =>
  segments.reduce((last, { endMs }) => Math.max(last, endMs), Math.min(durationMs ?? 0, maxTimeMs));

/** Assumes that the activity lasted as long as its recording, and ended no later than `endedBy`. */
function timesOf({ started_at: startedAt, endedBy }: ProcessedActivity, durationMs: number) {
  const endMs = Math.min(startedAt.getTime() + durationMs, endedBy.getTime());
  return { started_at: new Date(endMs - durationMs), completed_at: new Date(endMs), duration_ms: durationMs };
}

/** Results of the analysis; empty if the upload skips the analysis. */
interface Outcome extends Partial<AnalyseResult> {
  /** Digest of the themes. */
  digest?: string;
}

/** Analyses an activity. An activity that exceeds a limit remains without analysis. */
async function analyseWithinLimits(
  { db, analyst, thread }: ProcessingContext,
  activity: ProcessedActivity,
  { isLast, signal }: Attempt,
): Promise<Outcome> {
  const organizationId = activity.organization_id;
  const runEmbedded: RunEmbedded = (task, taskSignal) => thread.analyse(task, { organizationId, signal: taskSignal });
  const themes = await topicThemes(db, organizationId);
  const conversation = await loadConversation(db, activity, themes);
  try {
    const result = await analyse(conversation, { analyst, willRetry: !isLast, signal, runEmbedded });
    return { ...result, digest: themesDigest(themes) };
  } catch (error) {
    if (!(error instanceof AnalysisLimitError)) throw error;
    return { warnings: [`The conversation was not analysed. ${error.message}`] };
  }
}

async function complete(
  context: ProcessingContext,
  activity: ProcessedActivity,
  { analysis, title, digest, warnings = [] }: Outcome,
): Promise<void> {
  const { db, now, store, changes } = context;
  const completion = await inTransaction(db, async (trx) => {
    const isRunning = await updateWhileRunning(trx, activity.id, {
      status: 'completed',
      processing_state: 'done',
      processing_failure: null,
      themes_digest: digest ?? null,
      ...(title !== undefined && { title: sql<string>`coalesce(title, ${title})` }),
      ...(warnings.length > 0 && {
        processing_warnings: sql<string[]>`processing_warnings || ${warnings}::text[]`,
      }),
      updated_at: now(),
    });
    if (!isRunning) return undefined;
    if (analysis) await storeAnalysis(trx, activity, { analysis, now: now() });
    const fetchedKeys = await deleteFetchedClaims(trx, activity.id);
    await context.mails?.enqueue(trx, activity.id);
    const cause = { trigger: 'conversation_processed', activityId: activity.id, occurredAt: now() } as const;
    await recordEvents(trx, [cause], context);
    return { fetchedKeys };
  });
  if (!completion) return;
  changes.publish({ activity: activity.id });
  changes.publish({ organization: activity.organization_id });
  for (const key of completion.fetchedKeys) await store.delete(key);
}
