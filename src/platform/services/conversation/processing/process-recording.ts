import { inTransaction } from '../../../database/in-transaction.ts';
import { analyse, type Analysis } from '../analysis/analyse.ts';
import { AnalystError } from '../analysis/analyst/analyst.ts';
import { callScoreOf } from '../team/call-score-record.ts';
import { storeOutputs } from '../store/store-outputs.ts';
import { storeParticipants } from '../store/store-participants.ts';
import { storeScores } from '../store/store-team-records.ts';
import { storedConversation } from '../analysis/load-conversation.ts';
import { themesDigest } from '../analysis/themes-digest.ts';
import { analysisThemes } from '../analysis/themes.ts';
import { latestMs, type Transcript } from '../transcription/transcript.ts';
import { obtainRecording, unclaimFetched } from '../recordings/obtain-recording.ts';
import { castOf, namesOf, teamOf } from './identify-speakers.ts';
import { beginProcessing, changeWhileRunning, type ProcessedActivity } from './processing-state.ts';
import type { ProcessingParts } from './processing-context.ts';
import { transcribeRecording } from '../transcription/transcribe-recording.ts';

export interface Attempt {
  activityId: string;
  /** Nothing is tried again after it. */
  isLast: boolean;
  signal: AbortSignal;
}

/**
 * Makes an uploaded recording into a conversation: transcript, then analysis. Each step is stored in one transaction
 * and replaces what is there, so that the whole may be begun again after any of them and nothing is doubled.
 * @throws RecordingError, AnalystError
 */
export async function processRecording(parts: ProcessingParts, attempt: Attempt): Promise<void> {
  const activity = await beginProcessing(parts, attempt.activityId);
  if (!activity) return;
  if (!activity.hasTranscript) await transcribe(parts, activity, attempt);
  const analysis = activity.skipFullAnalysis ? undefined : await analyseAtAnyRate(parts, activity, attempt);
  await complete(parts, activity, analysis);
}

async function transcribe(parts: ProcessingParts, activity: ProcessedActivity, { signal }: Attempt): Promise<void> {
  const { db, now } = parts;
  const team = await teamOf(db, activity.organizationId);
  const recording = await obtainRecording(parts, { activityId: activity.id, url: activity.recordingUrl, signal });
  const { language } = activity;
  const transcript = await transcribeRecording(parts, recording, { language, knownNames: namesOf(team), signal });
  signal.throwIfAborted();
  const { participants, participantIdOf, warnings } = castOf(
    transcript.segments.map(({ speaker }) => speaker),
    { activityId: activity.id, hostUserId: activity.hostUserId, team },
  );
  const segments = transcript.segments.map(({ speaker, startMs, endMs, text }) => ({
    participant_id: participantIdOf(speaker),
    start_ms: startMs,
    end_ms: endMs,
    text,
  }));
  await inTransaction(db, async (trx) => {
    const isWanted = await changeWhileRunning(trx, activity.id, {
      ...spanOf(activity, durationOf(transcript)),
      processing_skipped_cues: transcript.skippedCues,
      processing_warnings: warnings,
      updated_at: now(),
    });
    if (!isWanted) return;
    await storeParticipants(trx, [{ activity_id: activity.id, participants }]);
    await storeOutputs(trx, [{ activity_id: activity.id, segments }]);
  });
}

const durationOf = ({ segments, durationMs }: Transcript) =>
  segments.reduce((last, { endMs }) => Math.max(last, endMs), Math.min(durationMs ?? 0, latestMs));

/** It lasted as long as the recording. A start that would put the end behind `endedBy` moves back. */
function spanOf({ startedAt, endedBy }: ProcessedActivity, durationMs: number) {
  const endMs = Math.min(startedAt.getTime() + durationMs, endedBy.getTime());
  return { started_at: new Date(endMs - durationMs), completed_at: new Date(endMs), duration_ms: durationMs };
}

/** An analysis, and which themes its topics were matched with. */
type ThemedAnalysis = Analysis & { digest: string };

/** An analyst that fails to the end is replaced by the embedded analysis. */
async function analyseAtAnyRate(
  parts: ProcessingParts,
  activity: ProcessedActivity,
  { isLast, signal }: Attempt,
): Promise<ThemedAnalysis> {
  const { analyst, thread } = parts;
  const runEmbedded = thread.analyse;
  const themes = await analysisThemes(parts.db, activity.organizationId);
  const conversation = await storedConversation(parts.db, activity, themes);
  const digest = themesDigest(themes);
  try {
    return { ...(await analyse(conversation, { ...(analyst && { analyst }), signal, runEmbedded })), digest };
  } catch (error) {
    if (!(error instanceof AnalystError) || (error.isRetryable && !isLast)) throw error;
    return { ...(await analyse(conversation, { signal, runEmbedded })), digest };
  }
}

async function complete(
  { db, now, store }: ProcessingParts,
  activity: ProcessedActivity,
  analysis: ThemedAnalysis | undefined,
): Promise<void> {
  const fetched = await inTransaction(db, async (trx) => {
    const isWanted = await changeWhileRunning(trx, activity.id, {
      status: 'completed',
      processing_state: 'done',
      processing_failure: null,
      themes_digest: analysis?.digest ?? null,
      updated_at: now(),
    });
    if (!isWanted) return [];
    if (analysis) {
      await storeOutputs(trx, [
        {
          activity_id: activity.id,
          summary: analysis.summary === '' ? null : analysis.summary,
          action_items: analysis.actionItems,
          questions: analysis.questions,
          topic_matches: analysis.topicMatches,
        },
      ]);
      await storeScores(trx, callScoreOf(scored(activity, now()), analysis.score));
    }
    // Whoever waits for the trigger conversation_processed is told from here: in this transaction, or not at all.
    return unclaimFetched(trx, activity.id);
  });
  for (const key of fetched) await store.delete(key);
}

const scored = ({ id, organizationId, hostUserId, type }: ProcessedActivity, now: Date) => ({
  id,
  organization_id: organizationId,
  host_user_id: hostUserId,
  type,
  started_at: now.toISOString(),
});
