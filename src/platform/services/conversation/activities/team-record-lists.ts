import { sql } from 'kysely';
import {
  callScoreFields,
  coachingFeedbackFields,
  commentFields,
  listenFields,
  type teamTools,
} from '../../../../tools/conversation/team.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { columnsOf, toPayload } from '../../../database/record-columns.ts';
import { rejectIssues } from '../../reject-issues.ts';
import { isWithin, parseRange } from './time-range.ts';
import type { ActivityContext } from './activity-context.ts';
import { organizationIdOf } from '../store/membership.ts';

type TeamListTools = Pick<
  typeof teamTools,
  'automated_call_scoring_list' | 'coaching_feedback_list' | 'comments_list' | 'listens_list'
>;

interface RecordFilter {
  callerId: string;
  input: { fromDate?: string | undefined; toDate?: string | undefined };
  /** Column that the time range applies to; `created_at` by default. */
  time?: string;
  /** Values that records must have, by column; a column with an undefined value is not compared. */
  equal: Record<string, string | undefined>;
}

/**
 * Creates the handlers that list records of the caller's organization, latest first. Each handler runs two SQL
 * statements.
 */
export function teamRecordLists({ db, now }: ActivityContext): ToolHandlers<TeamListTools> {
  const matching = async ({ callerId, input, time = 'created_at', equal }: RecordFilter) => {
    const range = parseRange({ from: ['fromDate', input.fromDate], to: ['toDate', input.toDate] }, { now: now() });
    rejectIssues(range.issues);
    const equalities = Object.entries({ organization_id: await organizationIdOf(db, callerId), ...equal }).flatMap(
      ([column, value]) => (value === undefined ? [] : sql`${sql.ref(column)} = ${value}`),
    );
    return sql<boolean>`${sql.join([...equalities, isWithin(time, range)], sql` and `)}`;
  };

  return {
    automated_call_scoring_list: async (input, { userId: callerId }) => {
      const rows = await db
        .selectFrom('convo_call_scores')
        .select(columnsOf(callScoreFields))
        .where(await matching({ callerId, input, equal: { user_id: input.userId } }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items: rows.map((row) => toPayload(callScoreFields, row)) };
    },

    coaching_feedback_list: async (input, { userId: callerId }) => {
      const { coachId: coach_id, coacheeId: coachee_id } = input;
      const rows = await db
        .selectFrom('convo_coaching_feedback')
        .select(columnsOf(coachingFeedbackFields))
        .where(await matching({ callerId, input, equal: { coach_id, coachee_id } }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items: rows.map((row) => toPayload(coachingFeedbackFields, row)) };
    },

    comments_list: async (input, { userId: callerId }) => {
      const rows = await db
        .selectFrom('convo_comments')
        .select(columnsOf(commentFields))
        .where(await matching({ callerId, input, equal: { user_id: input.userId } }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return { items: rows.map((row) => toPayload(commentFields, row)) };
    },

    listens_list: async (input, { userId: callerId }) => {
      const rows = await db
        .selectFrom('convo_listens')
        .select(columnsOf(listenFields))
        .where(await matching({ callerId, input, time: 'listened_at', equal: { user_id: input.userId } }))
        .orderBy('listened_at', 'desc')
        .orderBy('activity_id', 'desc')
        .orderBy('user_id', 'desc')
        .execute();
      return { items: rows.map((row) => toPayload(listenFields, row)) };
    },
  };
}
