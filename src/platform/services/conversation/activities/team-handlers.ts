import { sql } from 'kysely';
import { organizationFields, type teamTools, userFields } from '../../../../tools/conversation/team.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { topicThemes } from '../store/themes.ts';
import { columnsOf } from '../../../database/record-columns.ts';
import type { ActivityContext } from './activity-context.ts';
import { organizationIdOf } from '../store/membership.ts';
import { teamRecordLists } from './team-record-lists.ts';

export function teamHandlers(context: ActivityContext): ToolHandlers<typeof teamTools> {
  const { db } = context;
  return {
    ...teamRecordLists(context),

    organization_get: async (_input, { userId }) =>
      db
        .selectFrom('convo_organizations')
        .select(['id', ...columnsOf(organizationFields)])
        .where('id', '=', await organizationIdOf(db, userId))
        .executeTakeFirstOrThrow(),

    topic_triggers_list: async (_input, { userId }) => ({
      items: await topicThemes(db, await organizationIdOf(db, userId)),
    }),

    // Sort names by code point (collation "C"), so that every database returns the same order. Users without a name
    // come last.
    users_list: async (_input, { userId }) => ({
      items: await db
        .selectFrom('convo_users')
        .select(columnsOf(userFields))
        .where('organization_id', '=', await organizationIdOf(db, userId))
        .orderBy(sql`name collate "C"`)
        .orderBy('id')
        .execute(),
    }),

    test_tool_xyz: async (_input, { userId }) => {
      await organizationIdOf(db, userId);
      return { ok: true };
    },
  };
}
