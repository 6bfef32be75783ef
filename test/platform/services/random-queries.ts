import type { Random } from '../../support/random.ts';
import { activityStatuses } from '../../../src/tools/conversation/vocabulary.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  entryOrders,
  genders,
  orderDirections,
  profileTags,
  signalTypes,
} from '../../../src/tools/talent/vocabulary.ts';
import { ada, ben, zoe } from './conversation/conversation-records.ts';

export interface RandomQuery {
  service: 'talent' | 'convo';
  tool: string;
  input: Record<string, unknown>;
}

/** A call of a random read tool. A few calls have invalid input. */
export const randomQuery = (random: Random): RandomQuery =>
  random.weighted([
    [6, () => talent('signals_list', { ...signalFilter(random), ...page(random) })],
    [1, () => talent('searches_signals_list', { id: random.pick(['sea_1', 'sea_2', 'sea_3']), ...page(random) })],
    [
      2,
      () =>
        talent('list_entries_list', {
          list_id: random.pick(['lst_1', 'lst_9']),
          ...entryQuery(random),
          ...page(random),
        }),
    ],
    [1, () => talent('cities_list', { ...search(random), ...page(random) })],
    [1, () => talent('companies_list', { ...search(random), ...page(random) })],
    [1, () => talent('educations_list', { ...search(random), ...page(random) })],
    [1, () => talent('signals_list_by_linkedin_id', { id: signalId(random) })],
    [4, () => conversation('activities_list', activities(random))],
    [
      1,
      () =>
        conversation('comments_list', { ...range(random), ...maybe(random, { userId: random.pick([ada, ben, zoe]) }) }),
    ],
    [1, () => conversation('automated_call_scoring_list', range(random))],
    [1, () => conversation('listens_list', range(random))],
    [1, () => conversation('coaching_feedback_list', range(random))],
  ])();

const talent = (tool: string, input: Record<string, unknown>): RandomQuery => ({ service: 'talent', tool, input });
const conversation = (tool: string, input: Record<string, unknown>): RandomQuery => ({ service: 'convo', tool, input });

const maybe = (random: Random, part: Record<string, unknown>, percent = 30) => (random.chance(percent) ? part : {});

const page = (random: Random) => ({
  ...maybe(random, { limit: String(random.pick([1, 7, 25, 100, 101])) }),
  ...maybe(random, { page: String(random.pick([1, 2, 3, 40, 999_999_999])) }),
});

const signalId = (random: Random) => `sig_${String((random.int(0, 400) * 7919) % 1_000_003).padStart(7, '0')}`;

const someOf = (random: Random, values: object) => random.some(Object.values(values), random.int(1, 3));

const names = (random: Random, noun: string, count: number) =>
  Array.from({ length: random.int(1, 3) }, () => `${random.chance(30) ? '!' : ''}${noun} ${random.int(0, count)}`);

const actors = (random: Random) => random.some(['me', '-me', 'others', '-others', 'usr_1', '-usr_2'], random.int(1, 2));

/** Times near those of the records. */
const times = [-1, 0, 99_999, 100_000, Date.UTC(2025, 11, 31, 23, 59, 59, 999), Date.UTC(2026, 0, 1)];
/** Times at and beyond the upper limit of dates. */
const farTimes = [
  Date.UTC(9999, 11, 31, 23, 59, 59, 999),
  Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1,
  999_999_999_999_999,
];
const time = (random: Random) => random.pick([...times, ...farTimes, Date.UTC(2025, 11, random.int(1, 31))]);
const day = (random: Random) =>
  random.pick(['0000-01-01', '0001-01-01', '1969-12-31', '1970-01-01', '2025-12-31', '2026-01-01', '9999-12-31']);

const signalFilter = (random: Random) => ({
  ...maybe(random, { age: someOf(random, ageRanges) }),
  ...maybe(random, { city: names(random, 'City', 20) }),
  ...maybe(random, { country: names(random, 'Country', 10) }),
  ...maybe(random, { created_after: String(time(random)) }, 15),
  ...maybe(random, { customer_focus: someOf(random, customerFocuses) }, 15),
  ...maybe(random, { education_level: someOf(random, educationLevels) }, 15),
  ...maybe(random, { fullname: random.pick(['anna', 'SCHMIDT', 'é', '%', '_', '\\', "'", 'ß', 'İ', 'na sch']) }),
  ...maybe(random, { gender: someOf(random, genders) }, 15),
  ...maybe(random, { industry: names(random, 'Industry', 10) }, 15),
  ...maybe(random, { past_companies: [`exe_${random.int(0, 20)}`, `exe_${random.int(0, 20)}`] }, 15),
  ...maybe(random, { past_education: [`ede_${random.int(0, 50)}`] }, 10),
  ...maybe(random, { profile_tags: someOf(random, profileTags) }, 15),
  ...maybe(random, { score: String(random.int(0, 11)) }),
  ...maybe(random, { screened_by: actors(random) }),
  ...maybe(random, { time_range: [day(random), day(random)] }, 20),
  ...maybe(random, { time_relative: String(time(random)) }, 15),
  ...maybe(random, { type: someOf(random, signalTypes) }),
});

const entryQuery = (random: Random) => ({
  ...maybe(random, { screened_by: actors(random) }),
  ...maybe(random, { viewed_by: actors(random) }),
  ...maybe(random, { sort_by: random.pick(Object.values(entryOrders)) }, 60),
  ...maybe(random, { sort_order: random.pick(Object.values(orderDirections)) }, 60),
});

const search = (random: Random) => {
  const text = random.pick(['', 'a', 'zur', 'ÉC', 'mit', 'o', '%', '_', "'", '\\', 'of tech', '  zürich ']);
  return maybe(random, { search: text }, 80);
};

const dateTime = (random: Random) =>
  random.pick([
    '0000-01-01 00:00:00',
    '0001-01-01 00:00:00',
    '1970-01-01 00:00:00',
    '2025-10-01 00:00:00',
    '2026-01-31 23:59:59',
    `2026-02-${String(random.int(1, 28)).padStart(2, '0')} ${String(random.int(0, 23)).padStart(2, '0')}:30:00`,
    '9999-12-31 23:59:59',
  ]);

const range = (random: Random) => ({
  ...maybe(random, { fromDate: dateTime(random) }, 85),
  ...maybe(random, { toDate: dateTime(random) }, 60),
});

const activities = (random: Random) => ({
  ...range(random),
  ...maybe(random, { updatedFrom: dateTime(random) }),
  ...maybe(random, { updatedTo: dateTime(random) }, 15),
  ...maybe(random, { status: random.pick(Object.values(activityStatuses)) }),
  ...maybe(random, { page: random.pick([1, 2, Number.MAX_SAFE_INTEGER]) }, 20),
});
