import { v5 } from 'uuid';
import type { ActivityRecord } from '../store/store-activities.ts';
import type { ScoreRecord } from '../store/store-team-records.ts';

const callScores = '3a5b4f0e-5c0d-4d4c-9f57-0e8f7a6f4b21';

/**
 * The score that an analysis gave an activity, as a record of its host. An activity has one: its id comes from that of
 * the activity. None where there is no score or nobody whose it is.
 */
export function callScoreOf(activity: ActivityRecord, score: number | null): ScoreRecord[] {
  if (score === null || activity.host_user_id == null) return [];
  return [
    {
      id: v5(activity.id, callScores),
      organization_id: activity.organization_id,
      activity_id: activity.id,
      activity_type: activity.type,
      user_id: activity.host_user_id,
      score,
      created_at: activity.updated_at ?? activity.completed_at ?? activity.started_at,
    },
  ];
}
