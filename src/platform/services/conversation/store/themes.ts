import { createHash } from 'node:crypto';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../database/open-database.ts';

/** A theme whose triggers an analysis looks for. */
export interface Theme {
  name: string;
  topics: readonly { name: string; triggers: readonly { keyword: string }[] }[];
}

/** Loads the themes of an organization with their topics and triggers, in stored order. Runs one SQL statement. */
export const topicThemes = (db: Db, organizationId: string) =>
  db
    .selectFrom('convo_themes as theme')
    .select(['theme.id', 'theme.name'])
    .select((theme) =>
      jsonArrayFrom(
        theme
          .selectFrom('convo_topics as topic')
          .select(['topic.id', 'topic.name'])
          .select((topic) =>
            jsonArrayFrom(
              topic
                .selectFrom('convo_triggers as trigger')
                .select(['trigger.id', 'trigger.keyword'])
                .whereRef('trigger.topic_id', '=', 'topic.id')
                .orderBy('trigger.position'),
            ).as('triggers'),
          )
          .whereRef('topic.theme_id', '=', 'theme.id')
          .orderBy('topic.position'),
      ).as('topics'),
    )
    .where('theme.organization_id', '=', organizationId)
    .orderBy('theme.position')
    .orderBy('theme.id')
    .execute();

/** Stored instead of a digest if the topic matches were imported. A refresh of the analysis never replaces these. */
export const importedMatches = 'given';

/**
 * Returns a SHA-256 digest of themes, topics and keywords. Topic matches that are stored with another digest are out of
 * date.
 */
export function themesDigest(themes: readonly Theme[]): string {
  const names = themes.map(({ name, topics }) => [
    name,
    topics.map((topic) => [topic.name, topic.triggers.map(({ keyword }) => keyword)]),
  ]);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
