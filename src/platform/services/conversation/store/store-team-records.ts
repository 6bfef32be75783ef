import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import type {
  callScorePayload,
  coachingFeedbackPayload,
  commentPayload,
  listenPayload,
} from '../../../../tools/conversation/team.ts';
import { instant } from '../../../../tools/wire.ts';
import { storedTime } from '../../stored-time.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';

export type ScoreRecord = z.input<typeof callScorePayload> & OfOrganization;
export type CoachingFeedbackRecord = z.input<typeof coachingFeedbackPayload> & OfOrganization;
export type CommentRecord = z.input<typeof commentPayload> & OfOrganization;
export type ListenRecord = z.input<typeof listenPayload> & OfOrganization;

/** Adds automated call scores, or replaces them, by id. Users and activities must be stored before. */
export async function storeScores(db: Db, scores: readonly ScoreRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, scores);
  await upsertRows(db, 'convo_call_scores', {
    rows: scores.map((score) => ({
      id: score.id,
      organization_id: organizationIdOf(score),
      activity_id: score.activity_id ?? null,
      user_id: score.user_id ?? null,
      score: score.score ?? null,
      activity_type: score.activity_type ?? null,
      created_at: storedTime(score.created_at),
    })),
    key: ['id'],
  });
}

/** Adds coaching feedback, or replaces it, by id. Users and activities must be stored before. */
export async function storeCoachingFeedback(db: Db, feedback: readonly CoachingFeedbackRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, feedback);
  await upsertRows(db, 'convo_coaching_feedback', {
    rows: feedback.map((record) => ({
      id: record.id,
      organization_id: organizationIdOf(record),
      activity_id: record.activity_id ?? null,
      coach_id: record.coach_id ?? null,
      coachee_id: record.coachee_id ?? null,
      score: record.score ?? null,
      comment: record.comment ?? null,
      created_at: storedTime(record.created_at),
      updated_at: record.updated_at == null ? null : instant.parse(record.updated_at),
    })),
    key: ['id'],
  });
}

/** Adds comments, or replaces them, by id. Users and activities must be stored before. */
export async function storeComments(db: Db, comments: readonly CommentRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, comments);
  await upsertRows(db, 'convo_comments', {
    rows: comments.map((comment) => ({
      id: comment.id,
      organization_id: organizationIdOf(comment),
      activity_id: comment.activity_id,
      user_id: comment.user_id ?? null,
      text: comment.text ?? null,
      at_ms: comment.at_ms ?? null,
      created_at: instant.parse(comment.created_at),
    })),
    key: ['id'],
  });
}

/** Adds listens; one of the same user, activity and time is there once. Users and activities must be stored before. */
export async function storeListens(db: Db, listens: readonly ListenRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, listens);
  await insertMissingRows(db, 'convo_listens', {
    rows: listens.map((listen) => ({
      organization_id: organizationIdOf(listen),
      activity_id: listen.activity_id,
      user_id: listen.user_id,
      listened_at: instant.parse(listen.listened_at),
    })),
    key: ['activity_id', 'user_id', 'listened_at'],
  });
}
