import {
  callScoreFields,
  coachingFeedbackFields,
  commentFields,
  listenFields,
} from '../../../../tools/conversation/team.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { type OfOrganization, organizationRows } from './store-organization.ts';

// The users and activities that these records refer to must be stored first.
export type ScoreRecord = ImportedRecord<typeof callScoreFields> & OfOrganization;
type CoachingFeedbackRecord = ImportedRecord<typeof coachingFeedbackFields> & OfOrganization;
export type CommentRecord = ImportedRecord<typeof commentFields> & OfOrganization;
type ListenRecord = ImportedRecord<typeof listenFields> & OfOrganization;

export async function storeScores(db: Db, scores: readonly ScoreRecord[]): Promise<void> {
  const rows = await organizationRows(db, callScoreFields, scores);
  await upsertRows(db, 'convo_call_scores', { rows, key: ['id'] });
}

export async function storeCoachingFeedback(db: Db, feedback: readonly CoachingFeedbackRecord[]): Promise<void> {
  const rows = await organizationRows(db, coachingFeedbackFields, feedback);
  await upsertRows(db, 'convo_coaching_feedback', { rows, key: ['id'] });
}

export async function storeComments(db: Db, comments: readonly CommentRecord[]): Promise<void> {
  const rows = await organizationRows(db, commentFields, comments);
  await upsertRows(db, 'convo_comments', { rows, key: ['id'] });
}

/** A listen is identified by its activity, user and time. */
export async function storeListens(db: Db, listens: readonly ListenRecord[]): Promise<void> {
  const rows = await organizationRows(db, listenFields, listens);
  await insertMissingRows(db, 'convo_listens', { rows, key: ['activity_id', 'user_id', 'listened_at'] });
}
