import type { teamTools } from '../../../../tools/conversation/team.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import type { ConversationParts } from '../service-context.ts';
import { organizationIdOf } from './membership.ts';
import { refuseIssues } from '../../refuse-issues.ts';
import { futureIssues, type RangeInput, type TimeRange, timeRange } from '../activities/time-range.ts';

type TeamListTools = Pick<
  typeof teamTools,
  'automated_call_scoring_list' | 'coaching_feedback_list' | 'comments_list' | 'listens_list'
>;

/** The records of the caller's organization by when they were created, latest first. Two statements each. */
export function teamListHandlers({ db, now }: ConversationParts): ToolHandlers<TeamListTools> {
  const checkedRange = (input: { fromDate?: string | undefined; toDate?: string | undefined }): TimeRange => {
    const range: RangeInput = { from: ['fromDate', input.fromDate], to: ['toDate', input.toDate] };
    refuseIssues(futureIssues(range, now()));
    return timeRange(range);
  };

  return {
    automated_call_scoring_list: async (input, { userId: callerId }) => {
      const { from, to } = checkedRange(input);
      let scores = db
        .selectFrom('convo_call_scores')
        .select(['id', 'score', 'activity_type', 'activity_id', 'user_id', 'created_at'])
        .where('organization_id', '=', await organizationIdOf(db, callerId));
      if (from) scores = scores.where('created_at', '>=', from);
      if (to) scores = scores.where('created_at', '<', to);
      if (input.userId !== undefined) scores = scores.where('user_id', '=', input.userId);
      const rows = await scores.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      return { items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
    },

    coaching_feedback_list: async (input, { userId: callerId }) => {
      const { from, to } = checkedRange(input);
      let feedback = db
        .selectFrom('convo_coaching_feedback')
        .select(['id', 'score', 'comment', 'activity_id', 'coach_id', 'coachee_id', 'created_at', 'updated_at'])
        .where('organization_id', '=', await organizationIdOf(db, callerId));
      if (from) feedback = feedback.where('created_at', '>=', from);
      if (to) feedback = feedback.where('created_at', '<', to);
      if (input.coachId !== undefined) feedback = feedback.where('coach_id', '=', input.coachId);
      if (input.coacheeId !== undefined) feedback = feedback.where('coachee_id', '=', input.coacheeId);
      const rows = await feedback.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      return {
        items: rows.map((row) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          updated_at: row.updated_at?.toISOString() ?? null,
        })),
      };
    },

    comments_list: async (input, { userId: callerId }) => {
      const { from, to } = checkedRange(input);
      let comments = db
        .selectFrom('convo_comments')
        .select(['id', 'activity_id', 'user_id', 'text', 'at_ms', 'created_at'])
        .where('organization_id', '=', await organizationIdOf(db, callerId));
      if (from) comments = comments.where('created_at', '>=', from);
      if (to) comments = comments.where('created_at', '<', to);
      if (input.userId !== undefined) comments = comments.where('user_id', '=', input.userId);
      const rows = await comments.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      return { items: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
    },

    listens_list: async (input, { userId: callerId }) => {
      const { from, to } = checkedRange(input);
      let listens = db
        .selectFrom('convo_listens')
        .select(['activity_id', 'user_id', 'listened_at'])
        .where('organization_id', '=', await organizationIdOf(db, callerId));
      if (from) listens = listens.where('listened_at', '>=', from);
      if (to) listens = listens.where('listened_at', '<', to);
      if (input.userId !== undefined) listens = listens.where('user_id', '=', input.userId);
      const rows = await listens
        .orderBy('listened_at', 'desc')
        .orderBy('activity_id', 'desc')
        .orderBy('user_id', 'desc')
        .execute();
      return { items: rows.map((row) => ({ ...row, listened_at: row.listened_at.toISOString() })) };
    },
  };
}
