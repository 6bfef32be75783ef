import { sql } from 'kysely';
import {
  callScoreFields,
  coachingFeedbackFields,
  commentFields,
  listenFields,
  organizationFields,
  type teamTools,
  userFields,
} from '../../../../tools/conversation/team.ts';
import type { Fields } from '../../../../tools/record-fields.ts';
import type { ServiceCall, ToolHandlers } from '../../../../tools/service.ts';
import { columnsOf, rowToPayload } from '../../../database/record-columns.ts';
import type { ConversationTables } from '../../../database/tables/conversation-tables.ts';
import { rejectIssues } from '../../reject-issues.ts';
import { readRecords } from '../store/read-records.ts';
import { organizationIdOf } from '../store/store-users.ts';
import { topicThemes } from '../store/themes.ts';
import type { ActivityContext } from './activity-handlers.ts';
import { isWithin, parseRange } from './time-range.ts';

interface RecordList<Shape extends Fields> {
  table: keyof ConversationTables;
  fields: Shape;
  /** The columns to sort by, descending. The range of dates applies to the first column. */
  order?: readonly [string, ...string[]];
}

type RecordFilter = Partial<Record<'fromDate' | 'toDate' | 'userId' | 'coachId' | 'coacheeId', string | undefined>>;

export function teamHandlers({ db, now }: ActivityContext): ToolHandlers<typeof teamTools> {
  /** Returns a handler that lists records with two SQL statements. */
  const list =
    <Shape extends Fields>({ table, fields, order = ['created_at', 'id'] }: RecordList<Shape>) =>
    async (input: RecordFilter, { userId: callerId }: ServiceCall) => {
      const range = parseRange(input, { names: ['fromDate', 'toDate'], now: now() });
      rejectIssues(range.issues);
      const values = {
        organization_id: await organizationIdOf(db, callerId),
        user_id: input.userId,
        coach_id: input.coachId,
        coachee_id: input.coacheeId,
      };
      const equalities = Object.entries(values).flatMap(([column, value]) =>
        value === undefined ? [] : sql`${sql.ref(column)} = ${value}`,
      );
      const where = sql.join([...equalities, isWithin(order[0], range)], sql` and `);
      const orderBy = sql.join(order.map((column) => sql`${sql.ref(column)} desc`));
      const rows = await readRecords(db, { table, fields, rest: sql`where ${where} order by ${orderBy}` });
      return { items: rows.map((row) => rowToPayload(fields, row)) };
    };

  return {
    automated_call_scoring_list: list({ table: 'convo_call_scores', fields: callScoreFields }),
    coaching_feedback_list: list({ table: 'convo_coaching_feedback', fields: coachingFeedbackFields }),
    comments_list: list({ table: 'convo_comments', fields: commentFields }),
    listens_list: list({
      table: 'convo_listens',
      fields: listenFields,
      order: ['listened_at', 'activity_id', 'user_id'],
    }),

    organization_get: async (_input, { userId }) =>
      db
        .selectFrom('convo_organizations')
        .select(['id', ...columnsOf(organizationFields)])
        .where('id', '=', await organizationIdOf(db, userId))
        .executeTakeFirstOrThrow(),

    topic_triggers_list: async (_input, { userId }) => ({
      items: await topicThemes(db, await organizationIdOf(db, userId)),
    }),

    // Collation "C" gives the same order in every database. Users without a name come last. A shared key has no viewer.
    users_list: async (_input, { userId, isPersonal }) => {
      const users = await db
        .selectFrom('convo_users')
        .select(columnsOf(userFields))
        .where('organization_id', '=', await organizationIdOf(db, userId))
        .orderBy(sql`name collate "C"`)
        .orderBy('id')
        .execute();
      return { items: isPersonal ? users.map((user) => ({ ...user, is_viewer: user.id === userId })) : users };
    },

    // Succeeds if the account works.
    test_tool_xyz: async (_input, { userId }) => {
      await organizationIdOf(db, userId);
      return { ok: true };
    },
  };
}
