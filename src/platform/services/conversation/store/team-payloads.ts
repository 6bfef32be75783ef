import type { Selectable } from 'kysely';
import type { ConversationCoachingFeedbackTable } from '../../../database/tables/conversation-tables.ts';

/** The columns of a user's payload. */
export const userColumns = ['id', 'name', 'email', 'status', 'team_name', 'crm_id', 'role'] as const;

/** The columns of coaching feedback that its payload contains. */
export const feedbackColumns = [
  'id',
  'score',
  'comment',
  'activity_id',
  'coach_id',
  'coachee_id',
  'created_at',
  'updated_at',
] as const;

type FeedbackRow = Pick<Selectable<ConversationCoachingFeedbackTable>, (typeof feedbackColumns)[number]>;

export const feedbackPayload = (row: FeedbackRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at?.toISOString() ?? null,
});
