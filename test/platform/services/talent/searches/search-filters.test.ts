import { beforeAll, expect, it } from 'vitest';
import { signalFilters } from '../../../../../src/tools/talent/signal-filter.ts';
import { storeSearches } from '../../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../../../../src/platform/services/talent/store/store-users.ts';
import type { talentTools } from '../../../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { signalCorpus } from '../signals/signal-corpus.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

type Filter = ToolInput<typeof talentTools.signals_list>;
type Filters = ToolInput<typeof talentTools.searches_create>['filters'];

const one = (key: string, operator: string, value: Filters[number]['value']): Filters => [{ key, operator, value }];
const days: [string, string] = ['2025-12-30', '2025-12-31'];
const since = Date.UTC(2025, 11, 31);

describeOnDatabases('filters of saved searches', ({ db }) => {
  const as = talentCallers(db, () => new Date('2026-01-01T00:00:00Z'));
  const [usr0, usr1] = [as('usr_0'), as('usr_1')];

  beforeAll(async () => {
    await storeUsers(db, ['usr_0', 'usr_1']);
    await storeSignals(db, signalCorpus(400));
  });

  const create = (filters: Filters) =>
    usr0.record('searches_create', { title: 'T', filters, sharees: ['usr_1'], visited_at: 0 });

  it.each<[string, Filters, Filter]>([
    ['nothing', [], {}],
    ['age', one('age', 'in', ['30 to 34', 'Below 25']), { age: ['30 to 34', 'Below 25'] }],
    ['city', one('city', 'in', ['City 0']), { city: ['City 0'] }],
    ['city, excluded', one('city', 'not_in', ['City 0', 'City 1']), { city: ['!City 0', '!City 1'] }],
    ['country', one('country', 'in', ['Country 0']), { country: ['Country 0'] }],
    ['country, excluded', one('country', 'not_in', ['Country 0']), { country: ['!Country 0'] }],
    ['a single value instead of a list', one('country', 'in', 'Country 0'), { country: ['Country 0'] }],
    ['created_after', one('created_after', 'after', since), { created_after: String(since) }],
    ['created_after as text', one('created_after', 'after', String(since)), { created_after: String(since) }],
    ['customer_focus', one('customer_focus', 'in', ['B2B']), { customer_focus: ['B2B'] }],
    ['education_level', one('education_level', 'in', ['MBA']), { education_level: ['MBA'] }],
    ['fullname', one('fullname', 'contains', 'schmidt'), { fullname: 'schmidt' }],
    ['gender', one('gender', 'in', ['woman']), { gender: ['woman'] }],
    ['industry', one('industry', 'in', ['Industry 1']), { industry: ['Industry 1'] }],
    ['industry, excluded', one('industry', 'not_in', ['Industry 0']), { industry: ['!Industry 0'] }],
    ['origin', one('origin', 'in', ['Country 2']), { origin: ['Country 2'] }],
    ['origin, excluded', one('origin', 'not_in', ['Country 0']), { origin: ['!Country 0'] }],
    ['past_companies', one('past_companies', 'in', ['exe_0']), { past_companies: ['exe_0'] }],
    ['past_education', one('past_education', 'in', ['ede_0']), { past_education: ['ede_0'] }],
    ['profile_tags', one('profile_tags', 'in', ['VC Investor']), { profile_tags: ['VC Investor'] }],
    ['region', one('region', 'in', ['Region 0']), { region: ['Region 0'] }],
    ['region, excluded', one('region', 'not_in', ['Region 0']), { region: ['!Region 0'] }],
    ['score', one('score', 'gte', 8), { score: '8' }],
    ['score as text', one('score', 'gte', '8'), { score: '8' }],
    ['screened_by', one('screened_by', 'in', ['me', 'usr_2']), { screened_by: ['me', 'usr_2'] }],
    ['screened_by, excluded', one('screened_by', 'not_in', ['others']), { screened_by: ['-others'] }],
    ['source', one('source', 'in', ['press']), { source: ['press'] }],
    ['time_range', one('time_range', 'between', days), { time_range: days }],
    ['time_relative in days', one('time_relative', 'within_days', 1), { time_relative: '1' }],
    ['time_relative as a point', one('time_relative', 'after', since), { time_relative: String(since) }],
    ['type', one('type', 'in', ['Promoted']), { type: ['Promoted'] }],
    [
      'several keys',
      [...one('country', 'in', ['Country 0', 'Country 1']), ...one('score', 'gte', 5)],
      { country: ['Country 0', 'Country 1'], score: '5' },
    ],
    [
      'a key with both operators',
      [...one('country', 'in', ['Country 0', 'Country 1']), ...one('country', 'not_in', ['Country 1'])],
      { country: ['Country 0', 'Country 1', '!Country 1'] },
    ],
    ['a key twice, both required', [...one('score', 'gte', 5), ...one('score', 'gte', 8)], { score: '8' }],
    [
      'included and excluded screeners',
      [...one('screened_by', 'in', ['others']), ...one('screened_by', 'not_in', ['usr_3'])],
      { screened_by: ['others', '-usr_3'] },
    ],
  ])('searches_signals_list finds the same signals as signals_list: %s', async (_name, filters, same) => {
    const { id, filters: stored } = await create(filters);
    expect(stored).toEqual(filters);
    for (const caller of [usr0, usr1]) {
      for (const page of ['1', '2']) {
        const found = await caller.payload('searches_signals_list', { id, limit: '10', page });
        expect(found).toEqual(await caller.payload('signals_list', { ...same, limit: '10', page }));
      }
    }
    const { items } = await usr0.record('searches_signals_list', { id, limit: '1' });
    expect(items).toHaveLength(1);
  });

  it('requires all filters with the same key', async () => {
    const { id } = await create([
      ...one('profile_tags', 'in', ['VC Investor']),
      ...one('profile_tags', 'in', ['YC Alumni']),
    ]);
    const { items } = await usr0.record('searches_signals_list', { id });
    const both = signalCorpus(400).filter(
      ({ profile_tags: tags, screenings }) =>
        tags?.includes('VC Investor') &&
        tags.includes('YC Alumni') &&
        !screenings?.some((screening) => screening.user === 'usr_0'),
    );
    expect(both).toHaveLength(7);
    expect(items.map((signal) => signal.id)).toEqual(both.map((signal) => signal.id));
  });

  it('applies screened_by to the caller who runs the search', async () => {
    const { id } = await create(one('screened_by', 'in', ['me']));
    const screeners = async (caller: Caller) => {
      const { items } = await caller.record('searches_signals_list', { id, limit: '100' });
      return new Set(items.flatMap(({ screenings }) => screenings.map(({ user }) => user.id)));
    };
    expect(await screeners(usr0)).toEqual(new Set(['usr_0']));
    expect(await screeners(usr1)).toEqual(new Set(['usr_1']));
  });

  // Each fault is the path within `filters` and the rule.
  it.each<[string, Filters, ...faults: string[]]>([
    ['an unknown key', one('favourite', 'in', ['x']), `0.key must be one of ${Object.keys(signalFilters).join(', ')}`],
    ['limit', one('limit', 'in', ['10']), `0.key must be one of ${Object.keys(signalFilters).join(', ')}`],
    ['constructor', one('constructor', 'in', ['x']), `0.key must be one of ${Object.keys(signalFilters).join(', ')}`],
    ['a misspelled key', one('scor', 'gte', 8), '0.key must be a parameter of signals_list (did you mean score?)'],
    ['a field', one('minScore', 'gte', 8), '0.key must be a parameter of signals_list (did you mean score?)'],
    ['a field', one('countries', 'in', ['x']), '0.key must be a parameter of signals_list (did you mean country?)'],
    ['an unknown operator', one('city', 'like', ['x']), '0.operator must be in or not_in for city'],
    ['an operator of another key', one('score', 'in', ['8']), '0.operator must be gte for score'],
    [
      'not_in where the parameter excludes nothing',
      one('type', 'not_in', ['Promoted']),
      '0.operator must be in for type',
    ],
    ['score 0', one('score', 'gte', 0), '0.value must be from 1 to 10'],
    ['score 11', one('score', 'gte', '11'), '0.value must be from 1 to 10'],
    ['another id', one('past_companies', 'in', ['exe_1', 'ede_1']), '0.value.1 must be an id of the form exe_*'],
    [
      'dates in the wrong order',
      one('time_range', 'between', ['2026-02-01', '2026-01-01']),
      '0.value must not end before it begins',
    ],
    [
      'a day that does not exist',
      one('time_range', 'between', ['2026-02-01', '2026-02-30']),
      '0.value.1 must be a day that exists',
    ],
    [
      'too many days',
      one('time_relative', 'within_days', 100_000),
      '0.value must be from 1 to 99999 for time_relative within_days',
    ],
    ['no day', one('time_relative', 'within_days', 0), '0.value must be from 1 to 99999 for time_relative within_days'],
    [
      'an excluding prefix with the operator in',
      one('city', 'in', ['Rome', '!Paris']),
      '0.value.1 must not begin with !; use the operator not_in to exclude',
    ],
    [
      'an excluding prefix with the operator in, for a single value',
      one('city', 'in', '!Paris'),
      '0.value must not begin with !; use the operator not_in to exclude',
    ],
    [
      'an excluding prefix with the operator not_in',
      one('region', 'not_in', ['!Europe']),
      '0.value.0 must not begin with !: the operator not_in already excludes',
    ],
    [
      'the excluding prefix for users with the operator in',
      one('screened_by', 'in', ['-me']),
      '0.value.0 must not begin with -; use the operator not_in to exclude',
    ],
    [
      'days as a point in time',
      one('time_relative', 'after', 30),
      '0.value must be epoch milliseconds, at least 100000',
    ],
    [
      'both time filters',
      [...one('time_relative', 'within_days', 3), ...one('time_range', 'between', days)],
      '1.key must not be combined with time_relative',
    ],
    [
      'both time filters, in the other order',
      [...one('time_range', 'between', days), ...one('time_relative', 'within_days', 3)],
      '1.key must not be combined with time_range',
    ],
    [
      'several faults at once',
      [...one('nothing', 'in', []), ...one('fullname', 'in', ['x']), ...one('score', 'gte', 11)],
      `0.key must be one of ${Object.keys(signalFilters).join(', ')}`,
      '1.operator must be contains for fullname',
      '2.value must be from 1 to 10',
    ],
  ])('searches_create rejects %s and creates nothing', async (_name, filters, ...faults) => {
    const before = await usr0.payload('searches_list', {});
    const refusal = await usr0.refusal('searches_create', { title: 'T', filters, sharees: [], visited_at: 0 });
    expect(refusal).toEqual({
      code: 'BAD_USER_INPUT',
      message: faults.map((fault) => `filters.${fault}`).join('; '),
      issues: faults.map((fault) => {
        const [path = '', ...rule] = fault.split(' ');
        return { path: ['filters', ...path.split('.')], message: rule.join(' ') };
      }),
    });
    expect(await usr0.payload('searches_list', {})).toEqual(before);
  });

  it.each<[string, Filters[number]['value'], string[]]>([
    ['an object as value', { city: 'Berlin' }, ['filters', '0', 'value']],
    ['a list with a number', ['Berlin', 7], ['filters', '0', 'value', '1']],
    ['an empty name', [''], ['filters', '0', 'value', '0']],
    ['no value', null, ['filters', '0', 'value']],
  ])('searches_create rejects %s', async (_name, value, path) => {
    for (const operator of ['in', 'not_in']) {
      const filters = one('city', operator, value);
      const input = { title: 'T', filters, sharees: [], visited_at: 0 };
      const { code, issues } = await usr0.refusal('searches_create', input);
      expect([code, issues.map((issue) => issue.path)]).toEqual(['BAD_USER_INPUT', [path]]);
    }
  });

  it('runs stored filters that combine an excluding prefix with an operator', async () => {
    for (const operator of ['in', 'not_in']) {
      const filters = one('country', operator, ['!Country 0']);
      await storeSearches(db, [{ id: operator, title: 'Imported', creator: 'usr_0', filters }]);
      expect(await usr0.payload('searches_signals_list', { id: operator })).toEqual(
        await usr0.payload('signals_list', { country: ['!Country 0'] }),
      );
    }
  });

  it('shows stored filters that it cannot run, and runs the others', async () => {
    const filters = [
      { key: 'favourite', operator: 'is', value: { deep: [1, null] } },
      { key: 'score', operator: 'gte', value: 99 },
      { key: 'city', operator: 'near', value: ['City 0'] },
      { key: 'country', operator: 'in', value: ['Country 0'] },
    ];
    await storeSearches(db, [{ id: 'imported', title: 'Imported', creator: 'usr_0', filters }]);
    const search = await usr0.record('searches_get', { id: 'imported' });
    expect(search.filters).toEqual(filters);
    expect(await usr0.payload('searches_signals_list', { id: 'imported' })).toEqual(
      await usr0.payload('signals_list', { country: ['Country 0'] }),
    );
    const copy = await usr0.record('searches_duplicate', { id: 'imported' });
    expect(copy.filters).toEqual(filters);
    expect((await usr0.record('searches_update', { id: 'imported', title: 'Renamed' })).filters).toEqual(filters);
  });
});
