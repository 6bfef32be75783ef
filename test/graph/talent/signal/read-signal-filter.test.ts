import { describe, expect, it } from 'vitest';
import { readSignalFilter } from '../../../../src/graph/talent/signal/signal-filter.ts';
import { toParameters } from '../../../../src/tools/talent/search-filter.ts';

const everything = {
  fullName: 'owu',
  types: ['New Company', 'Promoted'],
  minScore: 7,
  ageRanges: ['Below 25', 'Above 49'],
  genders: ['woman'],
  educationLevels: ['MBA'],
  customerFocus: ['B2B', 'B2C'],
  profileTags: ['YC Alumni'],
  cities: { in: ['Bern', 'Basel'], notIn: ['Bern'] },
  countries: { in: ['Ghana'] },
  regions: { notIn: ['Texas'] },
  origins: { in: ['Peru'], notIn: [] },
  industries: { in: [], notIn: ['Law', 'Real estate'] },
  pastCompanyIds: ['exe_1', 'exe_2'],
  pastInstitutionIds: ['ede_1'],
  sources: ['press'],
  screenedBy: { viewer: true, others: false, userIds: ['usr_ben'], notUserIds: ['usr_cleo'] },
  createdAfter: new Date('2026-01-02T03:04:05.678Z'),
  discovered: { between: { from: new Date('2026-01-01'), to: new Date('2026-01-31') } },
};

describe('toParameters', () => {
  it('returns every filter as parameters of signals_list', () => {
    expect(toParameters(readSignalFilter(everything, []))).toEqual({
      fullname: 'owu',
      type: ['New Company', 'Promoted'],
      score: '7',
      age: ['Below 25', 'Above 49'],
      gender: ['woman'],
      education_level: ['MBA'],
      customer_focus: ['B2B', 'B2C'],
      profile_tags: ['YC Alumni'],
      city: ['Bern', 'Basel', '!Bern'],
      country: ['Ghana'],
      region: ['!Texas'],
      origin: ['Peru'],
      industry: ['!Law', '!Real estate'],
      past_companies: ['exe_1', 'exe_2'],
      past_education: ['ede_1'],
      source: ['press'],
      screened_by: ['me', 'usr_ben', '-others', '-usr_cleo'],
      created_after: '1767323045678',
      time_range: ['2026-01-01', '2026-01-31'],
    });
  });

  it.each<[object, object]>([
    [{}, {}],
    [{ types: [], cities: {}, countries: { in: [], notIn: null }, screenedBy: {}, sources: null }, {}],
    [{ screenedBy: { viewer: false, others: true } }, { screened_by: ['others', '-me'] }],
    [{ discovered: { withinDays: 30 } }, { time_relative: '30' }],
    [{ discovered: { since: new Date('2026-01-01T00:00:00Z') } }, { time_relative: '1767225600000' }],
  ])('returns %j as %j', (filter, parameters) => {
    expect(toParameters(readSignalFilter(filter, []))).toEqual(parameters);
  });
});

describe('readSignalFilter', () => {
  it('returns every filter as objects that a saved search can store', () => {
    expect(readSignalFilter(everything, [])).toEqual([
      { key: 'age', operator: 'in', value: ['Below 25', 'Above 49'] },
      { key: 'city', operator: 'in', value: ['Bern', 'Basel'] },
      { key: 'city', operator: 'not_in', value: ['Bern'] },
      { key: 'country', operator: 'in', value: ['Ghana'] },
      { key: 'created_after', operator: 'after', value: 1_767_323_045_678 },
      { key: 'customer_focus', operator: 'in', value: ['B2B', 'B2C'] },
      { key: 'education_level', operator: 'in', value: ['MBA'] },
      { key: 'fullname', operator: 'contains', value: 'owu' },
      { key: 'gender', operator: 'in', value: ['woman'] },
      { key: 'industry', operator: 'not_in', value: ['Law', 'Real estate'] },
      { key: 'origin', operator: 'in', value: ['Peru'] },
      { key: 'past_companies', operator: 'in', value: ['exe_1', 'exe_2'] },
      { key: 'past_education', operator: 'in', value: ['ede_1'] },
      { key: 'profile_tags', operator: 'in', value: ['YC Alumni'] },
      { key: 'region', operator: 'not_in', value: ['Texas'] },
      { key: 'score', operator: 'gte', value: 7 },
      { key: 'screened_by', operator: 'in', value: ['me', 'usr_ben'] },
      { key: 'screened_by', operator: 'not_in', value: ['others', 'usr_cleo'] },
      { key: 'source', operator: 'in', value: ['press'] },
      { key: 'time_range', operator: 'between', value: ['2026-01-01', '2026-01-31'] },
      { key: 'type', operator: 'in', value: ['New Company', 'Promoted'] },
    ]);
  });

  it.each<[object, object[]]>([
    [{}, []],
    [{ cities: { in: [], notIn: [] }, screenedBy: {}, types: null }, []],
    [{ discovered: { withinDays: 30 } }, [{ key: 'time_relative', operator: 'within_days', value: 30 }]],
    [
      { discovered: { since: new Date('2026-01-01T00:00:00Z') } },
      [{ key: 'time_relative', operator: 'after', value: 1_767_225_600_000 }],
    ],
  ])('returns %j as %j', (filter, filters) => {
    expect(readSignalFilter(filter, [])).toEqual(filters);
  });
});
