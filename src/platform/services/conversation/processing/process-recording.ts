import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../../database/in-transaction.ts';
import { analyse, type Analysis, type RunEmbedded } from '../analysis/analyse.ts';
import { loadConversation } from '../analysis/load-conversation.ts';
import { themesDigest, topicThemes } from '../store/themes.ts';
import { recordEvents } from '../events/record-events.ts';
import { deleteFetchedClaims } from './recordings/recording-claims.ts';
import { storeAnalysis } from '../analysis/store-analysis.ts';
import { storeOutputs } from '../store/store-outputs.ts';
import { storeParticipants } from '../store/store-activities.ts';
import { transcribeRecording } from './transcribe-recording.ts';
import { maxTimeMs, type Transcript } from './transcription/transcript.ts';
import { identifySpeakers, loadTeam, namesOf } from './identify-speakers.ts';
import { AnalysisLimitError, type AnalystError } from '../processing-error.ts';
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
 * Transcription and analysis each replace the results of earlier attempts in one transaction, so an interrupted job can
 * resume after any step.
 * @throws RecordingError, AnalystError
 */
export async function processRecording(context: ProcessingContext, attempt: Attempt): Promise<void> {
  const activity = await beginProcessing(context, attempt.activityId);
  if (!activity) return;
  const startedAt = activity.hasTranscript ? activity.started_at : await transcribe(context, activity, attempt);
  const outcome = activity.skip_full_analysis
    ? {}
    : await analyseWithinLimits(context, { ...activity, started_at: startedAt }, attempt);
  await complete(context, activity, outcome);
}

/** @returns the start of the activity, which the duration of the recording can change */
async function transcribe(context: ProcessingContext, activity: ProcessedActivity, { signal }: Attempt): Promise<Date> {
  const { db, now, changes } = context;
  const team = await loadTeam(db, activity.organization_id);
  const transcript = await transcribeRecording(context, activity, { knownNames: namesOf(team), signal });
  signal.throwIfAborted();
  // Each step can take tens of milliseconds for thousands of speakers; let other work run in between.
  await setImmediate();
  const { participants, participantIdOf, warnings } = await identifySpeakers(
    transcript.segments.map(({ speaker }) => speaker),
    { activityId: activity.id, hostUserId: activity.host_user_id, team },
  );
  await setImmediate();
  const segments = transcript.segments.map(({ speaker, startMs, endMs, text }) => ({
    participant_id: participantIdOf(speaker),
    start_ms: startMs,
    end_ms: endMs,
    text,
  }));
  const times = timesOf(activity, durationOf(transcript));
  await inTransaction(db, async (trx) => {
    const isRunning = await updateWhileRunning(trx, activity.id, {
      ...times,
      processing_skipped_cues: transcript.skippedCues,
      processing_warnings: [...(transcript.warnings ?? []), ...warnings],
      updated_at: now(),
    });
    if (!isRunning) return;
    await storeParticipants(trx, [{ activity_id: activity.id, participants }]);
    await storeOutputs(trx, [{ activity_id: activity.id, segments }]);
  });
  changes.publish({ activity: activity.id });
  return times.started_at;
}

const durationOf = ({ segments, durationMs }: Transcript) =>
  segments.reduce((last, { endMs }) => Math.max(last, endMs), Math.min(durationMs ?? 0, maxTimeMs));

/** The activity lasted as long as its recording and ended no later than `endedBy`. */
function timesOf({ started_at: startedAt, endedBy }: ProcessedActivity, durationMs: number) {
  const endMs = Math.min(startedAt.getTime() + durationMs, endedBy.getTime());
  return { started_at: new Date(endMs - durationMs), completed_at: new Date(endMs), duration_ms: durationMs };
}

/** `warning` says why `analysis` is missing, unless the upload skipped it, or not from the analyst. */
interface Outcome {
  analysis?: Analysis;
  /** Digest of the themes. */
  digest?: string;
  warning?: string;
}

/** An activity that exceeds a limit remains without analysis. */
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
    const outcome: Outcome = { digest: themesDigest(themes) };
    const onFallback = ({ message }: AnalystError) =>
      (outcome.warning = `Summary and action items are not from the language model. ${message}`);
    outcome.analysis = await analyse(conversation, { analyst, willRetry: !isLast, onFallback, signal, runEmbedded });
    return outcome;
  } catch (error) {
    if (!(error instanceof AnalysisLimitError)) throw error;
    return { warning: `The conversation was not analysed. ${error.message}` };
  }
}

async function complete(
  context: ProcessingContext,
  activity: ProcessedActivity,
  { analysis, digest, warning }: Outcome,
): Promise<void> {
  const { db, now, store, changes } = context;
  const completion = await inTransaction(db, async (trx) => {
    const isRunning = await updateWhileRunning(trx, activity.id, {
      status: 'completed',
      processing_state: 'done',
      processing_failure: null,
      themes_digest: digest ?? null,
      ...(warning !== undefined && {
        processing_warnings: sql<string[]>`array_append(processing_warnings, ${warning})`,
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
