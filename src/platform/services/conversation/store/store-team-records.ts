import {
  callScoreFields,
  coachingFeedbackFields,
  commentFields,
  listenFields,
} from '../../../../tools/conversation/team.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { type WithOrganizationId, rowsWithOrganizationId } from './store-organization.ts';

// The users and activities that these records refer to must be stored first.
export type ScoreRecord = ImportedRecord<typeof callScoreFields> & WithOrganizationId;
type CoachingFeedbackRecord = ImportedRecord<typeof coachingFeedbackFields> & WithOrganizationId;
export type CommentRecord = ImportedRecord<typeof commentFields> & WithOrganizationId;
type ListenRecord = ImportedRecord<typeof listenFields> & WithOrganizationId;

export const storeScores = async (db: Db, scores: readonly ScoreRecord[]): Promise<void> =>
  upsertRows(db, 'convo_call_scores', { rows: await rowsWithOrganizationId(db, callScoreFields, scores), key: ['id'] });

export const storeCoachingFeedback = async (db: Db, feedback: readonly CoachingFeedbackRecord[]): Promise<void> =>
  upsertRows(db, 'convo_coaching_feedback', {
    rows: await rowsWithOrganizationId(db, coachingFeedbackFields, feedback),
    key: ['id'],
  });

export const storeComments = async (db: Db, comments: readonly CommentRecord[]): Promise<void> =>
  upsertRows(db, 'convo_comments', { rows: await rowsWithOrganizationId(db, commentFields, comments), key: ['id'] });

/** A listen is identified by its activity, user and time. */
export const storeListens = async (db: Db, listens: readonly ListenRecord[]): Promise<void> =>
  insertMissingRows(db, 'convo_listens', {
    rows: await rowsWithOrganizationId(db, listenFields, listens),
    key: ['activity_id', 'user_id', 'listened_at'],
  });
