import { beforeEach, expect, it } from 'vitest';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeOutputs } from '../../../../src/platform/services/conversation/store/store-outputs.ts';
import {
  storeComments,
  storeListens,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { storeThemes } from '../../../../src/platform/services/conversation/store/themes.ts';
import { describeOnDatabases } from '../../../support/database/suite-database.ts';
import { acme, activity, ada, resetTeams, uuid, zenith, zoe } from './conversation-records.ts';

const theme = {
  id: uuid('theme'),
  organization_id: acme,
  name: 'Money',
  topics: [{ id: uuid('topic'), name: 'Price', triggers: [{ id: uuid('trigger'), keyword: 'discount' }] }],
};

describeOnDatabases('the conversation store', ({ db }) => {
  beforeEach(() => resetTeams(db));

  const rows = (table: keyof Tables) => db.selectFrom(table).selectAll().execute();

  it('replaces one output without changing the others', async () => {
    const said = { start_ms: 0, end_ms: 1500, text: 'Hello?' };
    const match = { ...said, theme: 'Talk', topic: 'Words', trigger: 'hello' };
    const outputs = { segments: [said], summary: 'They met.', questions: [said], topic_matches: [match] };
    const call = activity('call', outputs);
    await storeActivities(db, [call]);
    await storeOutputs(db, [{ activity_id: call.id, questions: [], summary: null }]);

    expect(await rows('convo_questions')).toEqual([]);
    expect(await rows('convo_summaries')).toEqual([]);
    expect(await rows('convo_segments')).toHaveLength(1);
    expect(await rows('convo_topic_matches')).toHaveLength(1);
  });

  it('replaces the topics of a theme with their triggers', async () => {
    await storeThemes(db, [theme]);
    await storeThemes(db, [{ ...theme, topics: [{ id: uuid('other topic'), name: 'Terms' }] }]);

    expect(await db.selectFrom('convo_topics').select('name').execute()).toEqual([{ name: 'Terms' }]);
    expect(await rows('convo_triggers')).toEqual([]);
  });

  it('stores a transcript of 5,000 segments', async () => {
    const segments = Array.from({ length: 5000 }, (_, index) => ({
      start_ms: index * 2000,
      end_ms: index * 2000 + 1900,
      text: `Sentence ${index}`,
    }));
    await storeActivities(db, [activity('long', { segments })]);

    const stored = await db.selectFrom('convo_segments').select(['position', 'text']).orderBy('position').execute();
    expect(stored.map(({ position, text }) => `${position} ${text}`)).toEqual(
      segments.map(({ text }, index) => `${index} ${text}`),
    );
  });

  it('rejects a host, a commenter and a listened activity of another organization, and stores nothing', async () => {
    await storeActivities(db, [activity('theirs', { organization_id: zenith, host_user_id: zoe })]);
    const theirs = uuid('activity theirs');

    await expect(storeActivities(db, [activity('call', { host_user_id: zoe })])).rejects.toMatchObject({
      code: '23503',
    });
    await expect(
      storeComments(db, [
        { id: uuid('comment'), organization_id: acme, activity_id: theirs, created_at: '2026-02-02T00:00:00Z' },
      ]),
    ).rejects.toMatchObject({ code: '23503' });
    await expect(
      storeListens(db, [
        { organization_id: zenith, activity_id: theirs, user_id: ada, listened_at: '2026-02-02T00:00:00Z' },
      ]),
    ).rejects.toMatchObject({ code: '23503' });

    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([{ id: theirs }]);
    expect(await rows('convo_comments')).toEqual([]);
    expect(await rows('convo_listens')).toEqual([]);
  });
});
