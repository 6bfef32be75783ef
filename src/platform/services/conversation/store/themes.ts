import type { z } from 'zod';
import type { topicThemePayload } from '../../../../tools/conversation/team.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import { batchesOf, insertRows, upsertRows } from '../../../database/store-rows.ts';
import { type WithOrganizationId, organizationIdFinder } from './store-organization.ts';
import { createHash } from 'node:crypto';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../database/open-database.ts';

export interface Theme {
  name: string;
  topics: readonly { name: string; triggers: readonly { keyword: string }[] }[];
}

/** Reads the themes of an organization in stored order, with one SQL statement. */
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

/** Stored instead of a digest for imported topic matches, which a refresh of the analysis never replaces. */
export const importedMatchesDigest = 'given';

/** SHA-256 digest of themes. Topic matches that are stored with another digest are out of date. */
export function themesDigest(themes: readonly Theme[]): string {
  const names = themes.map(({ name, topics }) => [
    name,
    topics.map((topic) => [topic.name, topic.triggers.map(({ keyword }) => keyword)]),
  ]);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

type ThemeRecord = z.input<typeof topicThemePayload> & WithOrganizationId;

/** Replaces themes with the same id, including their topics and triggers. New themes come last. */
export async function storeThemes(db: Db, themes: readonly ThemeRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationIdOf = await organizationIdFinder(trx, themes);
    const first = await nextPosition(trx);
    const positions = new Map([...new Set(themes.map(({ id }) => id))].map((id, index) => [id, first + index]));
    for (const batch of batchesOf(themes, ({ id }) => id)) {
      const rows = batch.map((theme) => ({
        id: theme.id,
        organization_id: organizationIdOf(theme),
        position: positions.get(theme.id) ?? first,
        name: theme.name,
      }));
      await upsertRows(trx, 'convo_themes', { rows, key: ['id'], keep: ['position'] });
      await replaceTopics(trx, batch);
    }
  });
}

async function nextPosition(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('convo_themes')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? 0 : last + 1;
}

/** The database deletes the triggers of a deleted topic. */
async function replaceTopics(db: Db, themes: readonly ThemeRecord[]): Promise<void> {
  const themeIds = themes.map(({ id }) => id);
  await db
    .deleteFrom('convo_topics')
    .where('theme_id', '=', (eb) => eb.fn.any(eb.val(themeIds)))
    .execute();
  const topics = themes.flatMap((theme) => theme.topics ?? []);
  const topicRows = themes.flatMap(({ id: theme_id, topics: ofTheme }) =>
    (ofTheme ?? []).map(({ id, name }, position) => ({ id, theme_id, position, name })),
  );
  const triggerRows = topics.flatMap(({ id: topic_id, triggers }) =>
    (triggers ?? []).map(({ id, keyword }, position) => ({ id, topic_id, position, keyword })),
  );
  await insertRows(db, 'convo_topics', { rows: topicRows, key: ['id'] });
  await insertRows(db, 'convo_triggers', { rows: triggerRows, key: ['id'] });
}
