import { v5 } from 'uuid';
import type { Db } from '../../../database/open-database.ts';
import type { Analysis } from '../analysis/analyse.ts';
import type { ActivityRecord } from './store-activities.ts';
import { storeOutputs } from './store-outputs.ts';
import { type ScoreRecord, storeScores } from './store-team-records.ts';

type ScoredActivity = Pick<ActivityRecord, 'id' | 'organization_id' | 'host_user_id' | 'type'>;

/** Replaces all outputs of the activity except its transcript, and stores its call score. */
export async function storeAnalysis(
  db: Db,
  activity: ScoredActivity,
  { analysis: { score, ...outputs }, now }: { analysis: Analysis; now: Date },
): Promise<void> {
  await storeOutputs(db, [{ activity_id: activity.id, ...outputs, summary: outputs.summary || null }]);
  await storeScores(db, callScoreOf(activity, { score, createdAt: now.toISOString() }));
}

/** UUID namespace (RFC 9562, version 5). */
const callScoreNamespace = '3a5b4f0e-5c0d-4d4c-9f57-0e8f7a6f4b21';

/**
 * Returns the record of a call score; [] if the score is null or the activity has no host. The id of the
 * record is derived from the id of the activity, so an activity never has two scores.
 */
export function callScoreOf(
  activity: ScoredActivity,
  { score, createdAt }: { score: number | null; createdAt: ScoreRecord['created_at'] },
): ScoreRecord[] {
  if (score === null || activity.host_user_id == null) return [];
  return [
    {
      id: v5(activity.id, callScoreNamespace),
      organization_id: activity.organization_id,
      activity_id: activity.id,
      activity_type: activity.type,
      user_id: activity.host_user_id,
      score,
      created_at: createdAt,
    },
  ];
}
