import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/graph/schema.ts';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { SavedFilterDocument } from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

const nothing = {
  __typename: 'SavedSignalFilter',
  fullName: null,
  types: null,
  minScore: null,
  countries: null,
  sources: null,
  screenedBy: null,
  createdAfter: null,
  discovered: null,
};

const actors = { viewer: null, others: null, userIds: null, notUserIds: null };
const discovered = { between: null, withinDays: null, since: null };

describe('SavedSearch.filter', () => {
  const graph = useGraph();

  async function read(filters: { key: string; operator: string; value: unknown }[]) {
    await graph.db.deleteFrom('talent_searches').execute();
    await storeSearches(graph.db, [
      { id: 'sch', title: 'Stored', creator: 'usr_ada', filters, created_at: minutesAgo(1) },
    ]);
    const { data, toolCalls } = await graph.ask(SavedFilterDocument, { id: 'sch' });
    expect(toolCalls).toEqual([called('searches_get')]);
    return data.savedSearch;
  }

  it.each([
    ['no filters', [], {}],
    ['a single value in place of a list', [['type', 'in', 'Promoted']], { types: ['PROMOTED'] }],
    ['a number as text', [['score', 'gte', '7']], { minScore: 7 }],
    ['an empty list', [['source', 'in', []]], {}],
    [
      'included and excluded names as one field',
      [
        ['country', 'not_in', ['Peru']],
        ['country', 'in', ['Ghana', 'Chad']],
      ],
      { countries: { __typename: 'SavedNameFilter', in: ['Ghana', 'Chad'], notIn: ['Peru'] } },
    ],
    [
      'a name with the prefix of the tool',
      [['country', 'in', ['!Peru']]],
      { countries: { in: null, notIn: ['Peru'] } },
    ],
    [
      'actors',
      [
        ['screened_by', 'not_in', ['others', 'usr_cleo']],
        ['screened_by', 'in', ['usr_ben', 'me']],
      ],
      { screenedBy: { viewer: true, others: false, userIds: ['usr_ben'], notUserIds: ['usr_cleo'] } },
    ],
    [
      'a user id that is included and excluded',
      [
        ['screened_by', 'in', ['a']],
        ['screened_by', 'not_in', ['a']],
      ],
      { screenedBy: { ...actors, userIds: ['a'], notUserIds: ['a'] } },
    ],
    ['a point in time', [['created_after', 'after', 0]], { createdAfter: '1970-01-01T00:00:00.000Z' }],
    ['99,999 days', [['time_relative', 'within_days', 99_999]], { discovered: { ...discovered, withinDays: 99_999 } }],
    [
      'the earliest time',
      [['time_relative', 'after', '100000']],
      { discovered: { ...discovered, since: '1970-01-01T00:01:40.000Z' } },
    ],
    [
      'a range of days',
      [['time_range', 'between', ['2026-01-01', '2026-01-31']]],
      { discovered: { ...discovered, between: { from: '2026-01-01', to: '2026-01-31' } } },
    ],
  ] satisfies [string, [string, string, unknown][], object][])('returns %s', async (_, stored, filter) => {
    const search = await read(stored.map(([key, operator, value]) => ({ key, operator, value })));

    expect(search?.filter).toMatchObject({ ...nothing, ...filter });
    expect(search?.filters.map(({ isApplied }) => isApplied)).toEqual(stored.map(() => true));
  });

  it.each([
    ['an unknown key', [['shoe_size', 'in', ['42']]], [false]],
    ['the key of an object', [['constructor', 'in', ['x']]], [false]],
    [
      'an unknown operator',
      [
        ['score', 'gte', 7],
        ['country', 'gte', 'Peru'],
      ],
      [true, false],
    ],
    ['a value that signals_list rejects', [['type', 'in', ['Retired']]], [false]],
    [
      'a repeated key and operator',
      [
        ['country', 'in', ['Peru']],
        ['country', 'in', ['Chad']],
      ],
      [true, true],
    ],
    [
      'two minimum scores',
      [
        ['score', 'gte', 3],
        ['score', 'gte', 5],
      ],
      [true, true],
    ],
    [
      'days and a point in time',
      [
        ['time_relative', 'within_days', 5],
        ['time_relative', 'after', 1e12],
      ],
      [true, true],
    ],
    [
      'a range and days',
      [
        ['time_range', 'between', ['2026-01-01', '2026-01-31']],
        ['time_relative', 'within_days', 5],
      ],
      [true, true],
    ],
    ['no day', [['time_relative', 'within_days', 0]], [true]],
    [
      'a caller who is included and excluded',
      [
        ['screened_by', 'in', ['me']],
        ['screened_by', 'not_in', ['me']],
      ],
      [true, true],
    ],
    ['201 names', [['country', 'in', Array.from({ length: 201 }, (_, index) => `Land ${index}`)]], [true]],
  ] satisfies [string, [string, string, unknown][], boolean[]][])('is null for %s', async (_, stored, applied) => {
    const search = await read(stored.map(([key, operator, value]) => ({ key, operator, value })));

    expect(search?.filter).toBeNull();
    expect(search?.filters.map(({ isApplied }) => isApplied)).toEqual(applied);
  });

  it('has the fields of SignalFilter', () => {
    const [input, saved] = [schema.getType('SignalFilter'), schema.getType('SavedSignalFilter')];
    const namesOf = (type: typeof input) => (type && 'getFields' in type ? Object.keys(type.getFields()) : []);
    expect(namesOf(saved)).toEqual(namesOf(input));
    expect(namesOf(saved).length).toBeGreaterThan(15);
  });
});
