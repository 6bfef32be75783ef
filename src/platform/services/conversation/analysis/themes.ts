import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { topicThemePayload } from '../../../../tools/conversation/team.ts';
import type { Theme } from './conversation.ts';

/**
 * The themes of an organization with their topics and trigger keywords, as `topic_triggers_list` answers them. Three
 * statements.
 */
export async function topicThemes(db: Db, organizationId: string): Promise<z.input<typeof topicThemePayload>[]> {
  const themes = await db
    .selectFrom('convo_themes')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const topics = await db
    .selectFrom('convo_topics')
    .select(['id', 'name', 'theme_id'])
    .where('theme_id', '=', (eb) => eb.fn.any(eb.val(themes.map(({ id }) => id))))
    .orderBy('position')
    .execute();
  const triggers = await db
    .selectFrom('convo_triggers')
    .select(['id', 'keyword', 'topic_id'])
    .where('topic_id', '=', (eb) => eb.fn.any(eb.val(topics.map(({ id }) => id))))
    .orderBy('position')
    .execute();
  const topicsOf = Map.groupBy(topics, (topic) => topic.theme_id);
  const triggersOf = Map.groupBy(triggers, (trigger) => trigger.topic_id);
  return themes.map((theme) => ({
    ...theme,
    topics: (topicsOf.get(theme.id) ?? []).map(({ id, name }) => ({
      id,
      name,
      triggers: (triggersOf.get(id) ?? []).map((trigger) => ({ id: trigger.id, keyword: trigger.keyword })),
    })),
  }));
}

/** The themes of an organization, as the analysis takes them. */
export async function analysisThemes(db: Db, organizationId: string): Promise<Theme[]> {
  const themes = await topicThemes(db, organizationId);
  return themes.map(({ name, topics }) => ({
    name,
    topics: (topics ?? []).map((topic) => ({ name: topic.name, triggers: topic.triggers ?? [] })),
  }));
}
