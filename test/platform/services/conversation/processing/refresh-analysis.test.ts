import { beforeEach, expect, it } from 'vitest';
import { AnalystError } from '../../../../../src/platform/services/conversation/processing-error.ts';
import {
  type RefreshOptions,
  refreshAnalysis,
} from '../../../../../src/platform/services/conversation/processing/refresh-analysis.ts';
import {
  type ActivityRecord,
  storeActivities,
} from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeThemes } from '../../../../../src/platform/services/conversation/store/themes.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import { acme, activity, ada, now, resetTeams, uuid, zenith } from '../conversation-records.ts';

const refreshedAt = new Date('2026-03-05T00:00:00Z');
const theme = (organizationId: string, ...keywords: string[]) => ({
  id: uuid(`theme of ${organizationId}`),
  organization_id: organizationId,
  name: 'Money',
  topics: [
    {
      id: uuid(`topic of ${organizationId}`),
      name: 'Price',
      triggers: keywords.map((keyword) => ({ id: uuid(`${organizationId} ${keyword}`), keyword })),
    },
  ],
});

/** A call that was imported before there were themes. */
const call = (name: string, fields: Partial<ActivityRecord> = {}) => {
  const [anna, tom] = [uuid(`anna ${name}`), uuid(`tom ${name}`)];
  return activity(name, {
    language: 'en_GB',
    updated_at: now.toISOString(),
    participants: [
      { id: anna, name: 'Anna', user_id: ada },
      { id: tom, name: 'Tom' },
    ],
    segments: [
      { participant_id: anna, start_ms: 0, end_ms: 5000, text: 'What discount would you give for forty seats?' },
      { participant_id: tom, start_ms: 5000, end_ms: 9000, text: 'I will send you the contract by Friday.' },
    ],
    ...fields,
  });
};

describeEmbedded('refreshing the analysis', ({ db }) => {
  beforeEach(() => resetTeams(db));

  const refresh = (options: Partial<RefreshOptions> = {}) =>
    refreshAnalysis({ db, now: () => refreshedAt, ...options });
  const matches = async () => {
    const rows = await db
      .selectFrom('convo_topic_matches as match')
      .innerJoin('convo_activities as activity', 'activity.id', 'match.activity_id')
      .select(['activity.title', 'match.trigger'])
      .orderBy('activity.title')
      .orderBy('match.position')
      .execute();
    return rows.map(({ title, trigger }) => `${title}: ${trigger}`);
  };
  const updates = async () => {
    const rows = await db.selectFrom('convo_activities').select(['title', 'updated_at']).execute();
    return Object.fromEntries(rows.map(({ title, updated_at: at }) => [title, at.toISOString()]));
  };

  it('matches changed themes with stored conversations, once', async () => {
    await storeActivities(db, [call('one', { summary: 'Kept' }), call('two', { summary: 'Kept', segments: [] })]);
    await storeThemes(db, [theme(acme, 'discount')]);
    expect(await refresh()).toEqual({ checked: 1, rematched: 1, analysed: 0, tooLarge: 0 });
    expect(await matches()).toEqual(['one: discount']);
    expect(await refresh()).toEqual({ checked: 0, rematched: 0, analysed: 0, tooLarge: 0 });

    await storeThemes(db, [theme(acme, 'contract', 'seats')]);
    expect(await refresh()).toEqual({ checked: 1, rematched: 1, analysed: 0, tooLarge: 0 });
    expect(await matches()).toEqual(['one: seats', 'one: contract']);
    // Later than the first refresh, although the clock shows the same time.
    expect(await updates()).toEqual({ one: '2026-03-05T00:00:00.001Z', two: now.toISOString() });
    const summaries = await db.selectFrom('convo_summaries').select('content').execute();
    expect(summaries).toEqual([{ content: 'Kept' }, { content: 'Kept' }]);
  });

  it('does not change a conversation whose matches stay the same', async () => {
    await storeActivities(db, [call('one', { summary: 'Kept' })]);
    await storeThemes(db, [theme(acme, 'discount')]);
    await refresh();
    await storeThemes(db, [theme(acme, 'discount', 'zeppelin')]);

    expect(await refresh()).toEqual({ checked: 1, rematched: 0, analysed: 0, tooLarge: 0 });
    expect(await updates()).toEqual({ one: refreshedAt.toISOString() });
    expect(await refresh()).toMatchObject({ checked: 0 });
  });

  it('analyses a conversation without an analysis, and scores it', async () => {
    await storeThemes(db, [theme(acme, 'discount')]);
    await storeActivities(db, [call('one')]);

    expect(await refresh()).toEqual({ checked: 1, rematched: 0, analysed: 1, tooLarge: 0 });
    expect(await matches()).toEqual(['one: discount']);
    const questions = await db.selectFrom('convo_questions').select('text').execute();
    expect(questions).toEqual([{ text: 'What discount would you give for forty seats?' }]);
    const scores = await db.selectFrom('convo_call_scores').select(['user_id', 'score']).execute();
    expect(scores).toEqual([{ user_id: ada, score: expect.any(Number) }]);
    expect(await updates()).toEqual({ one: refreshedAt.toISOString() });
    expect(await refresh()).toEqual({ checked: 0, rematched: 0, analysed: 0, tooLarge: 0 });
  });

  it('uses the analyst for a missing analysis, and the embedded one when the analyst fails', async () => {
    const result = {
      summary: 'Written',
      actionItems: [],
      title: 'Seats',
      dropped: new Map(),
      unansweredParts: [],
      isCutOff: false,
    };
    const analyst = { analyse: async () => result };
    await storeActivities(db, [call('one')]);
    await refresh({ analyst });
    const failing = { analyse: () => Promise.reject(new AnalystError('Down', { isRetryable: true })) };
    await storeActivities(db, [call('two')]);
    expect(await refresh({ analyst: failing })).toMatchObject({ analysed: 1 });

    const rows = await db.selectFrom('convo_summaries').select('content').execute();
    expect(rows.map(({ content }) => content === 'Written')).toEqual([true, false]);
  });

  it('does not change imported topic matches, skipped uploads and uploads in progress', async () => {
    await storeThemes(db, [theme(acme, 'discount')]);
    await storeActivities(db, [
      call('given', { topic_matches: [{ start_ms: 0, text: 'x', theme: 'T', topic: 'P', trigger: 'own' }] }),
      call('given none', { topic_matches: [] }),
      call('skipped'),
      call('running'),
    ]);
    const change = (name: string, fields: { skip_full_analysis?: boolean; processing_state: 'done' | 'running' }) =>
      db.updateTable('convo_activities').set(fields).where('title', '=', name).execute();
    await change('skipped', { skip_full_analysis: true, processing_state: 'done' });
    await change('running', { processing_state: 'running' });

    expect(await refresh()).toEqual({ checked: 0, rematched: 0, analysed: 0, tooLarge: 0 });
    expect(await matches()).toEqual(['given: own']);
  });

  it('matches each organization with its own themes, from a given time', async () => {
    await storeThemes(db, [theme(acme, 'discount'), theme(zenith, 'contract')]);
    await storeActivities(db, [
      call('before', { summary: 'Kept', started_at: '2026-02-01 09:59:59' }),
      call('since', { summary: 'Kept' }),
      call('other', { summary: 'Kept', organization_id: zenith, host_user_id: null }),
    ]);
    const seen: string[] = [];
    const since = new Date('2026-02-01T10:00:00Z');

    expect(await refresh({ since, onProgress: (done, total) => seen.push(`${done}/${total}`) })).toMatchObject({
      checked: 2,
      rematched: 2,
    });
    expect(seen).toEqual(['1/2', '2/2']);
    expect(await matches()).toEqual(['other: contract', 'since: discount']);
    expect(await refresh()).toMatchObject({ checked: 1, rematched: 1 });
  });
});
