import { describe, expect, it } from 'vitest';
import {
  SaveFilterDocument,
  type SignalFilter,
  SignalsOfFilterDocument,
} from '../../../support/generated/operations.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';
import { signalFilterFields } from '../saved-search/random-signal-filter.ts';

type Condition = [key: string, operator: string, value: unknown];

const time = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const range = ['2026-01-01', '2026-01-31'];

/** Filters with the parameters of `signals_list` and the conditions of a saved search that they become. */
const cases: [SignalFilter, object, Condition[]][] = [
  [{}, {}, []],
  [{ cities: {}, countries: { in: null, notIn: [] }, screenedBy: { userIds: [] }, sources: null }, {}, []],
  [{ fullName: 'owu' }, { fullname: 'owu' }, [['fullname', 'contains', 'owu']]],
  [
    { types: ['NEW_COMPANY', 'PROMOTED'] },
    { type: ['New Company', 'Promoted'] },
    [['type', 'in', ['New Company', 'Promoted']]],
  ],
  [{ minScore: 7 }, { score: '7' }, [['score', 'gte', 7]]],
  [
    { ageRanges: ['BELOW_25', 'FROM_25_TO_29'] },
    { age: ['Below 25', '25 to 29'] },
    [['age', 'in', ['Below 25', '25 to 29']]],
  ],
  [{ genders: ['WOMAN'] }, { gender: ['woman'] }, [['gender', 'in', ['woman']]]],
  [{ educationLevels: ['BACHELOR'] }, { education_level: ['Bachelor'] }, [['education_level', 'in', ['Bachelor']]]],
  [{ customerFocus: ['B2B', 'B2C'] }, { customer_focus: ['B2B', 'B2C'] }, [['customer_focus', 'in', ['B2B', 'B2C']]]],
  [
    { profileTags: ['BIG_4_EXPERIENCE'] },
    { profile_tags: ['Big 4 experience'] },
    [['profile_tags', 'in', ['Big 4 experience']]],
  ],
  [
    { cities: { in: ['Bern', 'Basel'], notIn: ['Bern'] } },
    { city: ['Bern', 'Basel', '!Bern'] },
    [
      ['city', 'in', ['Bern', 'Basel']],
      ['city', 'not_in', ['Bern']],
    ],
  ],
  [{ countries: { in: ['Ghana'] } }, { country: ['Ghana'] }, [['country', 'in', ['Ghana']]]],
  [{ regions: { notIn: ['Texas'] } }, { region: ['!Texas'] }, [['region', 'not_in', ['Texas']]]],
  [{ origins: { in: ['Peru'], notIn: [] } }, { origin: ['Peru'] }, [['origin', 'in', ['Peru']]]],
  [
    { industries: { notIn: ['Law', 'Retail'] } },
    { industry: ['!Law', '!Retail'] },
    [['industry', 'not_in', ['Law', 'Retail']]],
  ],
  [{ pastCompanyIds: ['exe_1'] }, { past_companies: ['exe_1'] }, [['past_companies', 'in', ['exe_1']]]],
  [{ pastInstitutionIds: ['ede_1'] }, { past_education: ['ede_1'] }, [['past_education', 'in', ['ede_1']]]],
  [{ sources: ['press'] }, { source: ['press'] }, [['source', 'in', ['press']]]],
  [
    { screenedBy: { viewer: true, others: false, userIds: ['usr_ben'], notUserIds: ['usr_cleo'] } },
    { screened_by: ['me', 'usr_ben', '-others', '-usr_cleo'] },
    [
      ['screened_by', 'in', ['me', 'usr_ben']],
      ['screened_by', 'not_in', ['others', 'usr_cleo']],
    ],
  ],
  [
    { screenedBy: { viewer: false, others: true } },
    { screened_by: ['others', '-me'] },
    [
      ['screened_by', 'in', ['others']],
      ['screened_by', 'not_in', ['me']],
    ],
  ],
  [{ createdAfter: '2026-01-02T03:04:05.678Z' }, { created_after: String(time) }, [['created_after', 'after', time]]],
  [
    { discovered: { between: { from: '2026-01-01', to: '2026-01-31' } } },
    { time_range: range },
    [['time_range', 'between', range]],
  ],
  [{ discovered: { withinDays: 30 } }, { time_relative: '30' }, [['time_relative', 'within_days', 30]]],
  [
    { discovered: { since: '2026-01-02T03:04:05.678Z' } },
    { time_relative: String(time) },
    [['time_relative', 'after', time]],
  ],
  [
    { types: ['PROMOTED'], minScore: 6, countries: { in: ['Ghana'] } },
    { country: ['Ghana'], score: '6', type: ['Promoted'] },
    [
      ['country', 'in', ['Ghana']],
      ['score', 'gte', 6],
      ['type', 'in', ['Promoted']],
    ],
  ],
];

describe('signal filter', () => {
  const graph = useGraph();

  it.each(cases)(
    'passes %j to signals_list, or stores it in a saved search',
    async (filter, parameters, conditions) => {
      await graph.ask(SignalsOfFilterDocument, { filter });
      await graph.ask(SaveFilterDocument, { filter });

      const filters = conditions.map(([key, operator, value]) => ({ key, operator, value }));
      expect(graph.tools.calls.map(({ tool, input }) => [tool, input])).toEqual([
        ['signals_list', { limit: '25', page: '1', ...parameters }],
        ['searches_create', expect.objectContaining({ filters })],
      ]);
    },
  );

  it.each<SignalFilter>([{ pastCompanyIds: [] }, { types: [] }, { minScore: 5, cities: { in: [], notIn: ['Lagos'] } }])(
    'matches nothing if a list of values is empty, without a call: %j',
    async (filter) => {
      const { data } = await graph.ask(SignalsOfFilterDocument, { filter });
      const saved = await graph.ask(SaveFilterDocument, { filter });

      expect(data.signals).toEqual({ totalCount: 0 });
      expect(saved.data.createSavedSearch).toMatchObject({
        message: expect.stringContaining('filter must not contain an empty list'),
      });
      expect(graph.tools.calls).toEqual([]);
    },
  );

  it('has a case for every field', () => {
    const tested = new Set(cases.flatMap(([filter]) => Object.keys(filter)));
    expect([...tested].toSorted()).toEqual(Object.keys(signalFilterFields).toSorted());
  });
});
