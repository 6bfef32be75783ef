import { beforeAll, expect, it } from 'vitest';
import { vacuum } from '../../../../src/platform/database/vacuum.ts';
import {
  storeListEntries,
  storeLists,
  storeSearches,
} from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies, storeInstitutions } from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeScreenings, storeViews } from '../../../../src/platform/services/talent/store/store-reviews.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../../../src/platform/services/talent/store/store-users.ts';
import { describeOnDatabases } from '../../../support/database/suite-database.ts';
import { talentCallers } from './talent-caller.ts';

describeOnDatabases('storing talent records', ({ db }) => {
  const ann = talentCallers(db)('ann');

  beforeAll(() => storeUsers(db, ['ann']));

  const cities = async () =>
    Object.fromEntries((await ann.record('cities_list', {})).items.map(({ name, signalCount }) => [name, signalCount]));

  it('accepts empty lists', async () => {
    for (const store of [storeUsers, storeSignals, storeLists, storeSearches, storeCompanies, storeViews]) {
      await store(db, []);
    }
    expect(await ann.record('signals_list', {})).toMatchObject({ items: [], total: 0 });
  });

  const found = async (company: string) =>
    (await ann.record('signals_list', { past_companies: [company] })).items.map(({ id, city }) => [id, city]);

  it('replaces a signal by its id and updates the counts of the cities', async () => {
    await storeSignals(db, [
      { id: 'a', discovered_at: '2026-01-01T00:00:00Z', city: 'Oslo', experiences: [{ company_id: 'exe_1' }] },
      { id: 'b', discovered_at: '2026-01-01T00:00:00Z', city: 'Oslo' },
    ]);
    expect(await cities()).toEqual({ Oslo: 2 });
    await storeSignals(db, [
      { id: 'a', discovered_at: '2026-01-02T00:00:00Z', city: 'Rome', experiences: [{ company_id: 'exe_2' }] },
    ]);
    expect(await cities()).toEqual({ Oslo: 1, Rome: 1 });
    expect([await found('exe_1'), await found('exe_2')]).toEqual([[], [['a', 'Rome']]]);
  });

  it('adds unknown users of a signal and does not change known ones', async () => {
    await storeUsers(db, [{ id: 'bob', name: 'Bob', email: 'bob@example.com' }]);
    await storeSignals(db, [
      {
        id: 'named',
        discovered_at: 1,
        views: [{ user: { id: 'bob', name: 'Robert' } }, { user: { id: 'new', name: 'New' } }],
        screenings: [{ user: 'screener' }],
        taggings: [{ tag: 'x', tagged_by: 'tagger' }],
      },
    ]);
    const users = await db.selectFrom('talent_users').select(['id', 'name']).orderBy('id').execute();
    expect(users).toEqual([
      { id: 'ann', name: null },
      { id: 'bob', name: 'Bob' },
      { id: 'new', name: 'New' },
      { id: 'screener', name: null },
      { id: 'tagger', name: null },
    ]);
  });

  it('adds views and screenings to the stored ones: the latest view, the first screening', async () => {
    await storeSignals(db, [{ id: 'seen', discovered_at: 1 }]);
    for (const time of [500, 900, 700]) {
      await storeViews(db, [{ signal_id: 'seen', user: 'ann', viewed_at: time }]);
      await storeScreenings(db, [{ signal_id: 'seen', user: 'ann', screened_at: time }]);
    }
    const { views, screenings } = await ann.record('signals_get', { id: 'seen' });
    expect([views.map(({ viewedAt }) => viewedAt), screenings.map(({ screenedAt }) => screenedAt)]).toEqual([
      [new Date(900)],
      [new Date(500)],
    ]);
  });

  it('stores nothing when a call fails halfway', async () => {
    const signals = Array.from({ length: 1200 }, (_, index) => ({ id: `part_${index}`, discovered_at: index }));
    const bad = { id: 'part_bad', discovered_at: 'yesterday' };
    await expect(storeSignals(db, [...signals, bad])).rejects.toThrow('is not a point in time');
    const stored = await db.selectFrom('talent_signals').select('id').where('id', 'like', 'part%').execute();
    expect(stored).toEqual([]);
  });

  it('replaces name, creator and accesses of a list, but not its entries', async () => {
    await storeSignals(db, [
      { id: 's1', discovered_at: 1 },
      { id: 's2', discovered_at: 2 },
    ]);
    await storeLists(db, [
      { id: 'l', name: 'One', creator: 'bob', accesses: ['ann', 'new', 'bob'], entries: [{ signal_id: 's1' }] },
    ]);
    await storeLists(db, [{ id: 'l', name: 'Two', creator: 'ann', accesses: ['bob'] }]);
    await storeListEntries(db, [{ id: 'e2', list_id: 'l', signal_id: 's2', created_at: 1 }]);
    const list = await ann.record('lists_get', { id: 'l' });
    expect([list.name, list.creator?.id, list.accesses.map(({ id }) => id)]).toEqual(['Two', 'ann', ['bob']]);
    expect(list.entries.map(({ signalId }) => signalId)).toEqual(['s1', 's2']);
    const entry = await ann.record('list_entries_get', { list_id: 'l', entry_id: 'e2' });
    expect(entry.addedBy?.id).toBe('ann');
  });

  it('replaces a saved search with its sharees', async () => {
    await storeSearches(db, [{ id: 'q', title: 'One', creator: 'bob', sharees: ['ann', 'new'], visited_at: 5 }]);
    await storeSearches(db, [{ id: 'q', title: 'Two', creator: 'bob', sharees: ['ann', 'bob'], visited_at: 6 }]);
    const search = await ann.record('searches_get', { id: 'q' });
    expect([search.title, search.sharees.map(({ id }) => id), search.visitedAt]).toEqual(['Two', ['ann'], new Date(6)]);
  });

  it('replaces thousands of companies and institutions by id', async () => {
    const companies = Array.from({ length: 2500 }, (_, index) => ({ id: `exe_${index}`, name: `Company ${index}` }));
    await storeCompanies(db, companies);
    await storeCompanies(db, [{ id: 'exe_7', name: 'Renamed', domain: 'renamed.example' }]);
    const { items } = await ann.record('companies_list', { ids: ['exe_7', 'exe_2499'] });
    expect(items).toEqual([
      { id: 'exe_2499', name: 'Company 2499', domain: null, industry: null },
      { id: 'exe_7', name: 'Renamed', domain: 'renamed.example', industry: null },
    ]);
    await storeInstitutions(db, [{ id: 'ede_1', name: 'Old', country: 'Norway' }]);
    await storeInstitutions(db, [{ id: 'ede_1', name: 'New' }]);
    const institutions = await ann.record('educations_list', { ids: ['ede_1'] });
    expect(institutions.items).toEqual([{ id: 'ede_1', name: 'New', country: null }]);
  });

  it('vacuums all tables of the service', async () => {
    await vacuum(db, 'talent');
    expect((await ann.record('signals_get', { id: 'a' })).city).toBe('Rome');
  });
});
