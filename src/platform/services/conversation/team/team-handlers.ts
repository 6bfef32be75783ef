import { sql } from 'kysely';
import type { teamTools } from '../../../../tools/conversation/team.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import type { ConversationParts } from '../service-context.ts';
import { organizationIdOf } from './membership.ts';
import { teamListHandlers } from './team-record-lists.ts';
import { topicThemes } from '../analysis/themes.ts';

export function teamHandlers(parts: ConversationParts): ToolHandlers<typeof teamTools> {
  const { db } = parts;
  return {
    ...teamListHandlers(parts),

    organization_get: async (_input, { userId }) => {
      const organizationId = await organizationIdOf(db, userId);
      return db
        .selectFrom('convo_organizations')
        .select(['name', 'crm_integration', 'calendar_type', 'address'])
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow();
    },

    topic_triggers_list: async (_input, { userId }) => {
      const organizationId = await organizationIdOf(db, userId);
      return { items: await topicThemes(db, organizationId) };
    },

    // Names sort by code point, the same on every database; whoever has none comes last.
    users_list: async (_input, { userId }) => {
      const organizationId = await organizationIdOf(db, userId);
      const items = await db
        .selectFrom('convo_users')
        .select(['id', 'name', 'email', 'status', 'team_name', 'crm_id', 'role'])
        .where('organization_id', '=', organizationId)
        .orderBy(sql`name collate "C"`)
        .orderBy('id')
        .execute();
      return { items };
    },

    test_tool_xyz: async (_input, { userId }) => {
      await organizationIdOf(db, userId);
      return { ok: true };
    },
  };
}
