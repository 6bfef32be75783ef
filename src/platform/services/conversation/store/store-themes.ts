import type { z } from 'zod';
import type { topicThemePayload } from '../../../../tools/conversation/team.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { batchesOf, insertRows, upsertRows } from '../../../database/store-rows.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';

/** A theme with its topics and their triggers, in the shape that `topic_triggers_list` returns. */
export type ThemeRecord = z.input<typeof topicThemePayload> & OfOrganization;

/**
 * Inserts themes, or replaces those with the same id, including all their topics and triggers. New themes come after
 * those already stored; topics and triggers are stored in the order of the record.
 */
export async function storeThemes(db: Db, themes: readonly ThemeRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationIdOf = await organizationOf(trx, themes);
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

/** Replaces the topics and triggers of themes. The database deletes the triggers of a deleted topic. */
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
