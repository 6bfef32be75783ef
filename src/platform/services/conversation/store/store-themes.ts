import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { batchesOf, insertRows, upsertRows } from '../../../database/store-rows.ts';
import type { topicThemePayload } from '../../../../tools/conversation/team.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';

/** A theme with its topics and their triggers, as `topic_triggers_list` answers it. */
export type ThemeRecord = z.input<typeof topicThemePayload> & OfOrganization;

/**
 * Adds themes, or replaces them with all their topics and triggers, by id. A new theme comes after those already
 * stored; topics and triggers keep the order of the record.
 */
export async function storeThemes(db: Db, themes: readonly ThemeRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationIdOf = await organizationOf(trx, themes);
    const first = await nextPosition(trx);
    const positions = new Map([...new Set(themes.map(({ id }) => id))].map((id, index) => [id, first + index]));
    for (const batch of batchesOf(themes, ({ id }) => id)) {
      await upsertRows(trx, 'convo_themes', {
        rows: batch.map((theme) => ({
          id: theme.id,
          organization_id: organizationIdOf(theme),
          position: positions.get(theme.id) ?? first,
          name: theme.name,
        })),
        key: ['id'],
        keep: ['position'],
      });
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

/** Topics that go take their triggers with them. */
async function replaceTopics(db: Db, themes: ThemeRecord[]): Promise<void> {
  const themeIds = themes.map(({ id }) => id);
  await db
    .deleteFrom('convo_topics')
    .where('theme_id', '=', (eb) => eb.fn.any(eb.val(themeIds)))
    .execute();
  const topics = themes.flatMap((theme) =>
    (theme.topics ?? []).map((topic, position) => ({ ...topic, theme_id: theme.id, position })),
  );
  await insertRows(db, 'convo_topics', {
    rows: topics.map(({ id, theme_id: themeId, position, name }) => ({ id, theme_id: themeId, position, name })),
    key: ['id'],
  });
  const triggers = topics.flatMap((topic) =>
    (topic.triggers ?? []).map((trigger, position) => ({ ...trigger, topic_id: topic.id, position })),
  );
  await insertRows(db, 'convo_triggers', {
    rows: triggers.map(({ id, topic_id: topicId, position, keyword }) => ({
      id,
      topic_id: topicId,
      position,
      keyword,
    })),
    key: ['id'],
  });
}
