import type { z } from 'zod';
import type {
  callScorePayload,
  coachingFeedbackPayload,
  commentPayload,
  listenPayload,
} from '../../../../tools/conversation/team.ts';
import { instant } from '../../../../tools/wire.ts';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, nullable, upsertRows } from '../../../database/store-rows.ts';
import { storedTime } from '../../stored-time.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';

/**
 * Records in the shape that the list tools return. The users and activities that they refer to must be stored first.
 */
export type ScoreRecord = z.input<typeof callScorePayload> & OfOrganization;
export type CoachingFeedbackRecord = z.input<typeof coachingFeedbackPayload> & OfOrganization;
export type CommentRecord = z.input<typeof commentPayload> & OfOrganization;
export type ListenRecord = z.input<typeof listenPayload> & OfOrganization;

/** Inserts automated call scores, or replaces those with the same id. */
export async function storeScores(db: Db, scores: readonly ScoreRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, scores);
  const rows = scores.map((score) => ({
    id: score.id,
    organization_id: organizationIdOf(score),
    ...nullable(score, ['activity_id', 'user_id', 'score', 'activity_type']),
    created_at: storedTime(score.created_at),
  }));
  await upsertRows(db, 'convo_call_scores', { rows, key: ['id'] });
}

/** Inserts coaching feedback, or replaces records with the same id. */
export async function storeCoachingFeedback(db: Db, feedback: readonly CoachingFeedbackRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, feedback);
  const rows = feedback.map((record) => ({
    id: record.id,
    organization_id: organizationIdOf(record),
    ...nullable(record, ['activity_id', 'coach_id', 'coachee_id', 'score', 'comment']),
    created_at: storedTime(record.created_at),
    updated_at: record.updated_at == null ? null : instant.parse(record.updated_at),
  }));
  await upsertRows(db, 'convo_coaching_feedback', { rows, key: ['id'] });
}

/** Inserts comments, or replaces those with the same id. */
export async function storeComments(db: Db, comments: readonly CommentRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, comments);
  const rows = comments.map((comment) => ({
    id: comment.id,
    organization_id: organizationIdOf(comment),
    activity_id: comment.activity_id,
    ...nullable(comment, ['user_id', 'text', 'at_ms']),
    created_at: instant.parse(comment.created_at),
  }));
  await upsertRows(db, 'convo_comments', { rows, key: ['id'] });
}

/** Inserts listens that are not stored yet. A listen is identified by its activity, user and time. */
export async function storeListens(db: Db, listens: readonly ListenRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, listens);
  const rows = listens.map((listen) => ({
    organization_id: organizationIdOf(listen),
    activity_id: listen.activity_id,
    user_id: listen.user_id,
    listened_at: instant.parse(listen.listened_at),
  }));
  await insertMissingRows(db, 'convo_listens', { rows, key: ['activity_id', 'user_id', 'listened_at'] });
}
