import { beforeEach, expect, it } from 'vitest';
import { storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../../../../src/platform/services/talent/store/store-users.ts';
import type { Refusal } from '../../../../support/platform/tool-caller.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

const noSignal = { code: 'NOT_FOUND', message: 'There is no signal with the id "none".', issues: [] };
const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com' };
const bob = { id: 'bob', name: 'Bob', email: null };

describeOnDatabases('tools for one signal', ({ db }) => {
  const as = talentCallers(db, () => clock);
  let clock: Date;

  beforeEach(async () => {
    await db.deleteFrom('talent_signals').execute();
    await storeUsers(db, [ann, bob]);
    await storeSignals(db, [
      {
        id: 'full',
        discovered_at: '2026-01-02 03:04:05',
        linkedin_id: 'li_ada',
        taggings: [{ tag: 'hot', created_at: '2026-01-03T00:00:00Z', tagged_by: 'bob' }, { tag: 'own' }],
        views: [
          { user: 'bob', viewed_at: '2026-01-05T00:00:00Z' },
          { user: 'ann', viewed_at: '2026-01-04T00:00:00Z' },
        ],
        screenings: [{ user: 'bob', screened_at: '2026-01-06T00:00:00Z' }],
      },
      { id: 'later', discovered_at: '2026-02-01T00:00:00Z', linkedin_id: 'li_ada' },
      { id: 'bare', discovered_at: '2026-02-02T00:00:00Z' },
      { id: 'bare2', discovered_at: '2026-02-02T00:00:00Z' },
    ]);
    clock = new Date('2026-03-01T00:00:00Z');
  });

  const views = () => db.selectFrom('talent_views').selectAll().orderBy('signal_id').orderBy('user_id').execute();
  const screenings = () => db.selectFrom('talent_screenings').selectAll().orderBy('user_id').execute();

  it('signals_get returns the signal as the caller sees it', async () => {
    const asAnn = { ...ann, is_viewer: true };
    const asBob = { ...bob, is_viewer: false };
    expect(await as('ann').payload('signals_get', { id: 'full' })).toMatchObject({
      taggings: [
        { tag: 'hot', created_at: '2026-01-03T00:00:00.000Z', tagged_by: asBob },
        { tag: 'own', created_at: null, tagged_by: null },
      ],
      views: [
        { user: asAnn, viewed_at: '2026-01-04T00:00:00.000Z' },
        { user: asBob, viewed_at: '2026-01-05T00:00:00.000Z' },
      ],
      screenings: [{ user: asBob, screened_at: '2026-01-06T00:00:00.000Z' }],
      viewer_has_viewed: true,
      viewer_has_screened: false,
    });
    const forBob = await as('bob').record('signals_get', { id: 'full' });
    expect([forBob.viewerHasViewed, forBob.viewerHasScreened]).toEqual([true, true]);
    expect(forBob.views.map(({ user }) => user.isViewer)).toEqual([false, true]);
  });

  it.each<[string, (caller: Caller) => Promise<Refusal>]>([
    ['signals_get', (caller) => caller.refusal('signals_get', { id: 'none' })],
    ['signals_list_by_linkedin_id', (caller) => caller.refusal('signals_list_by_linkedin_id', { id: 'none' })],
    ['signals_entries', (caller) => caller.refusal('signals_entries', { id: 'none' })],
    ['signal_mark_viewed', (caller) => caller.refusal('signal_mark_viewed', { signal_id: 'none' })],
    ['signal_screen', (caller) => caller.refusal('signal_screen', { signal_id: 'none' })],
    ['signal_unscreen', (caller) => caller.refusal('signal_unscreen', { signal_id: 'none' })],
  ])('%s rejects an unknown signal and changes nothing', async (_name, call) => {
    const before = [await views(), await screenings()];
    expect(await call(as('ann'))).toEqual(noSignal);
    expect([await views(), await screenings()]).toEqual(before);
  });

  it('signals_list_by_linkedin_id returns all signals of the person, including the requested one', async () => {
    for (const id of ['full', 'later']) {
      const { items } = await as('ann').record('signals_list_by_linkedin_id', { id });
      expect(items.map((signal) => signal.id)).toEqual(['later', 'full']);
    }
  });

  it('signals_list_by_linkedin_id returns only the signal itself when it has no LinkedIn id', async () => {
    const { items } = await as('ann').record('signals_list_by_linkedin_id', { id: 'bare' });
    expect(items.map(({ id }) => id)).toEqual(['bare']);
  });

  it('signal_mark_viewed stores one view per user, with the latest time', async () => {
    const first = await as('ann').record('signal_mark_viewed', { signal_id: 'bare' });
    expect(first.viewerHasViewed).toBe(true);
    expect(first.views.map(({ user, viewedAt }) => [user.id, viewedAt])).toEqual([['ann', clock]]);

    clock = new Date('2026-03-02T00:00:00Z');
    const second = await as('ann').record('signal_mark_viewed', { signal_id: 'bare' });
    expect(second.views.map(({ user, viewedAt }) => [user.id, viewedAt])).toEqual([['ann', clock]]);

    clock = new Date('2026-02-28T00:00:00Z');
    const earlier = await as('ann').record('signal_mark_viewed', { signal_id: 'bare' });
    expect(earlier.views.map(({ viewedAt }) => viewedAt)).toEqual([new Date('2026-03-02T00:00:00Z')]);
  });

  it('signal_screen stores the first screening of each user and hides the signal from that user', async () => {
    const first = await as('ann').record('signal_screen', { signal_id: 'bare' });
    expect([first.viewerHasScreened, first.screenings.map(({ screenedAt }) => screenedAt)]).toEqual([true, [clock]]);

    clock = new Date('2026-03-02T00:00:00Z');
    const second = await as('ann').record('signal_screen', { signal_id: 'bare' });
    expect(second.screenings.map(({ user, screenedAt }) => [user.id, screenedAt])).toEqual([
      ['ann', new Date('2026-03-01T00:00:00Z')],
    ]);

    const shownTo = async (userId: string) =>
      (await as(userId).record('signals_list', {})).items.map((signal) => signal.id);
    expect(await shownTo('ann')).toEqual(['bare2', 'later', 'full']);
    expect(await shownTo('bob')).toEqual(['bare2', 'bare', 'later']);
  });

  it('signal_unscreen removes only the screening of the caller, and can be repeated', async () => {
    await as('ann').payload('signal_screen', { signal_id: 'full' });
    for (let times = 0; times < 2; times++) {
      const signal = await as('ann').record('signal_unscreen', { signal_id: 'full' });
      expect([signal.viewerHasScreened, signal.screenings.map(({ user }) => user.id)]).toEqual([false, ['bob']]);
    }
    const { items } = await as('ann').record('signals_list', {});
    expect(items.map(({ id }) => id)).toEqual(['bare2', 'bare', 'later', 'full']);
  });
});
