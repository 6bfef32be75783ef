import { beforeAll, expect, it } from 'vitest';
import { type SignalRecord, storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import { storeUsers } from '../../../../../src/platform/services/talent/store/store-users.ts';
import { signalFilters } from '../../../../../src/tools/talent/signal-filter.ts';
import type { talentTools } from '../../../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

type Filter = ToolInput<typeof talentTools.signals_list>;

/** The current time of the service. */
const now = new Date('2026-03-10T12:00:00Z');

// Newest first, like on pages. `bare` has no optional values.
const signals: SignalRecord[] = [
  {
    id: 'anna',
    discovered_at: '2026-03-10T11:00:00.000Z',
    type: 'New Company',
    score: 9,
    source: 'press',
    full_name: 'Anna Ågren',
    city: 'Berlin',
    country: 'Germany',
    region: 'Europe',
    origin: 'Sweden',
    gender: 'woman',
    age_range: '30 to 34',
    education_level: 'Master',
    industry: 'Health',
    customer_focus: 'B2B',
    profile_tags: ['Serial Founder', 'YC Alumni'],
    experiences: [{ company_id: 'exe_1' }, { company_id: 'exe_2' }, { company_name: 'Unlisted' }],
    educations: [{ institution_id: 'ede_1' }],
    screenings: [{ user: 'ann' }],
  },
  {
    id: 'ben',
    discovered_at: '2026-03-09T23:59:59.999Z',
    type: 'Promoted',
    score: 6,
    source: 'register',
    full_name: 'Ben 100%_sure',
    city: 'Paris',
    country: 'France',
    region: 'Europe',
    origin: 'France',
    gender: 'man',
    age_range: 'Below 25',
    education_level: 'No university degree',
    industry: 'Energy',
    customer_focus: 'B2C',
    profile_tags: ['VC Investor'],
    experiences: [{ company_id: 'exe_2' }],
    educations: [{ institution_id: 'ede_2' }],
    screenings: [{ user: 'bob' }],
  },
  {
    id: 'cleo',
    discovered_at: '2026-03-08T00:00:00.000Z',
    type: 'New Company',
    score: 3,
    source: 'press',
    full_name: 'Cleo Back\\slash',
    city: 'Berlin',
    country: 'Germany',
    region: 'Europe',
    origin: 'Greece',
    gender: 'woman',
    age_range: 'Above 49',
    education_level: 'PhD or Above',
    industry: 'Energy',
    customer_focus: 'B2B',
    profile_tags: ['YC Alumni'],
    experiences: [{ company_id: 'exe_3' }],
    educations: [{ institution_id: 'ede_1' }, { institution_id: 'ede_2' }],
    screenings: [{ user: 'bob' }, { user: 'cat' }],
  },
  {
    id: 'dora',
    discovered_at: '2026-03-07T23:59:59.999Z',
    type: 'Left Position',
    score: 10,
    source: 'grants',
    full_name: 'Dora 100 sure',
    city: 'New York',
    country: 'United States',
    region: 'New York',
    origin: 'Germany',
    gender: 'woman',
    age_range: '30 to 34',
    education_level: 'MBA',
    industry: 'Finance',
    customer_focus: 'B2C',
  },
  { id: 'bare', discovered_at: '2026-02-08T12:00:00.000Z' },
];

describeOnDatabases('filters of signals_list', ({ db }) => {
  const as = talentCallers(db, () => now);
  const ann = as('ann');
  const zoe = as('zoe');

  beforeAll(async () => {
    await storeUsers(db, ['ann', 'bob', 'cat', 'zoe']);
    await storeSignals(db, signals);
  });

  const found = async (caller: Caller, filter: Filter) => {
    const { items, total } = await caller.record('signals_list', filter);
    expect(total).toBe(items.length);
    return items.map(({ id }) => id).join(' ');
  };

  // Zoe has screened nothing.
  const cases: [name: string, filter: Filter, ids: string][] = [
    ['all signals, newest first, without a filter', {}, 'anna ben cleo dora bare'],
    [
      'all signals for empty lists',
      { city: [], type: [], past_companies: [], screened_by: [] },
      'anna ben cleo dora bare',
    ],
    ['one age range', { age: ['30 to 34'] }, 'anna dora'],
    ['any of several age ranges', { age: ['Below 25', 'Above 49'] }, 'ben cleo'],
    ['one city', { city: ['Berlin'] }, 'anna cleo'],
    ['any of several cities', { city: ['Paris', 'New York', 'Atlantis'] }, 'ben dora'],
    ['no city in another case', { city: ['berlin'] }, ''],
    ['all but an excluded city, including signals without a city', { city: ['!Berlin'] }, 'ben dora bare'],
    ['none of several excluded cities', { city: ['!Berlin', '!Paris'] }, 'dora bare'],
    ['wanted cities without excluded ones', { city: ['Berlin', 'Paris', '!Paris'] }, 'anna cleo'],
    ['one country', { country: ['Germany'] }, 'anna cleo'],
    ['all but an excluded country', { country: ['!Germany'] }, 'ben dora bare'],
    ['one industry', { industry: ['Energy'] }, 'ben cleo'],
    ['all but an excluded industry', { industry: ['!Energy', '!Health'] }, 'dora bare'],
    ['one origin', { origin: ['Germany'] }, 'dora'],
    ['all but an excluded origin', { origin: ['!Germany', '!France'] }, 'anna cleo bare'],
    ['one region', { region: ['New York'] }, 'dora'],
    ['all but an excluded region', { region: ['!Europe'] }, 'dora bare'],
    ['one customer focus', { customer_focus: ['B2B'] }, 'anna cleo'],
    ['one education level', { education_level: ['MBA'] }, 'dora'],
    ['one gender', { gender: ['man'] }, 'ben'],
    ['one source', { source: ['press'] }, 'anna cleo'],
    ['one type', { type: ['New Company'] }, 'anna cleo'],
    ['any of several types', { type: ['Promoted', 'Left Position', 'New Grant'] }, 'ben dora'],
    ['a part of the name in any case', { fullname: 'åGREN' }, 'anna'],
    ['a part of the name with a percent sign', { fullname: '100%' }, 'ben'],
    ['a part of the name with an underscore', { fullname: '%_s' }, 'ben'],
    ['a part of the name with a backslash', { fullname: '\\S' }, 'cleo'],
    ['a part of the name with a quote', { fullname: "o'" }, ''],
    ['one letter of the name', { fullname: 'd' }, 'dora'],
    ['one letter in the other case', { fullname: 'K' }, 'cleo'],
    ['two letters of the name in any case', { fullname: 'åG' }, 'anna'],
    ['a name without its accents', { fullname: 'agren' }, 'anna'],
    ['a name with accents of its own', { fullname: 'Ánna' }, 'anna'],
    ['words in another order', { fullname: 'ågren ANNA' }, 'anna'],
    ['beginnings of words in another order', { fullname: 'su be' }, 'ben'],
    ['a part between blanks', { fullname: '  sure\t' }, 'ben dora'],
    ['words of which one is missing', { fullname: 'anna smith' }, ''],
    ['two characters that stand for themselves', { fullname: '%_' }, 'ben'],
    ['a backslash', { fullname: '\\' }, 'cleo'],
    ['three characters without three letters in a row', { fullname: 'o B' }, 'cleo'],
    ['pairs that are in the name, but not in this order', { fullname: 'nannn' }, ''],
    ['parts of one letter', { fullname: 'o a c' }, 'cleo'],
    ['any of the past companies', { past_companies: ['exe_2', 'exe_3'] }, 'anna ben cleo'],
    ['one past company', { past_companies: ['exe_1'] }, 'anna'],
    ['an unknown past company', { past_companies: ['exe_999'] }, ''],
    ['any of the past institutions', { past_education: ['ede_1', 'ede_2'] }, 'anna ben cleo'],
    ['one past institution', { past_education: ['ede_2'] }, 'ben cleo'],
    ['one profile tag', { profile_tags: ['YC Alumni'] }, 'anna cleo'],
    ['any of several profile tags', { profile_tags: ['Serial Founder', 'VC Investor'] }, 'anna ben'],
    ['scores from the lowest one up, itself too', { score: '6' }, 'anna ben dora'],
    ['the highest score', { score: '10' }, 'dora'],
    ['signals with any score', { score: '1' }, 'anna ben cleo dora'],
    ['signals after a point in time, not at it', { created_after: String(Date.UTC(2026, 2, 8)) }, 'anna ben'],
    ['signals after the millisecond before', { created_after: String(Date.UTC(2026, 2, 8) - 1) }, 'anna ben cleo'],
    ['no signal after the far future', { created_after: String(Date.UTC(9999, 11, 31)) }, ''],
    ['both days of a time range', { time_range: ['2026-03-08', '2026-03-09'] }, 'ben cleo'],
    ['one day', { time_range: ['2026-03-07', '2026-03-07'] }, 'dora'],
    ['the widest time range', { time_range: ['1970-01-01', '9999-12-31'] }, 'anna ben cleo dora bare'],
    ['the days back from now', { time_relative: '1' }, 'anna ben'],
    ['exactly the days back from now', { time_relative: '30' }, 'anna ben cleo dora bare'],
    ['no day back', { time_relative: '0' }, ''],
    ['many days back', { time_relative: '99999' }, 'anna ben cleo dora bare'],
    ['epoch milliseconds, that point too', { time_relative: String(Date.UTC(2026, 2, 8)) }, 'anna ben cleo'],
    ['the smallest number that is epoch milliseconds', { time_relative: '100000' }, 'anna ben cleo dora bare'],
    [
      'signals that match all of several filters',
      { country: ['Germany'], score: '4', profile_tags: ['YC Alumni'] },
      'anna',
    ],
    ['nothing for filters that contradict each other', { country: ['Germany'], city: ['Paris'] }, ''],
    [
      'signals for a list of many values',
      { city: Array.from({ length: 3000 }, (_, n) => `City ${n}`).concat('Paris') },
      'ben',
    ],
  ];

  it.each(cases)('finds %s', async (_name, filter, ids) => {
    expect(await found(zoe, filter)).toBe(ids);
  });

  it.each<[string, string[], string]>([
    ['me', ['me'], 'anna'],
    ['others', ['others'], 'ben cleo'],
    ['me or others', ['me', 'others'], 'anna ben cleo'],
    ['one user', ['bob'], 'ben cleo'],
    ['any of several users', ['ann', 'cat'], 'anna cleo'],
    ['me by my id', ['ann'], 'anna'],
    ['me by my id, or others', ['ann', 'others'], 'anna ben cleo'],
    ['an unknown user', ['nobody'], ''],
    ['not me', ['-me'], 'ben cleo dora bare'],
    ['not others', ['-others'], 'anna dora bare'],
    ['no user', ['-me', '-others'], 'dora bare'],
    ['not one user', ['-cat'], 'anna ben dora bare'],
    ['not several users', ['-ann', '-bob'], 'dora bare'],
    ['others, but not one of them', ['others', '-cat'], 'ben'],
    ['one user, but not me', ['bob', '-me'], 'ben cleo'],
    ['me, but not me', ['me', '-me'], ''],
    ['not an unknown user', ['-nobody'], 'anna ben cleo dora bare'],
  ])('finds signals screened by %s', async (_name, screenedBy, ids) => {
    expect(await found(ann, { screened_by: screenedBy })).toBe(ids);
  });

  it('has a case for every filter', () => {
    const tested = cases.flatMap(([, filter]) => Object.keys(filter));
    expect(new Set(tested)).toEqual(new Set(Object.keys(signalFilters)));
  });

  it('leaves out signals that the caller screened, unless screened_by is set', async () => {
    expect(await found(ann, {})).toBe('ben cleo dora bare');
    expect(await found(ann, { screened_by: [] })).toBe('ben cleo dora bare');
    expect(await found(ann, { country: ['Germany'] })).toBe('cleo');
  });

  it('rejects text with the character U+0000 and reports its position', async () => {
    expect(await zoe.refusal('signals_list', { city: ['Berlin', 'Ber\0lin'] })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'city.1 must be well-formed text without U+0000',
      issues: [{ path: ['city', '1'], message: 'must be well-formed text without U+0000' }],
    });
  });
});
