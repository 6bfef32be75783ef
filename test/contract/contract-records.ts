import { v5 } from 'uuid';
import { activitiesPageSize, activityStatuses, activityTypes } from '../../src/tools/conversation/vocabulary.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  signalTypes,
} from '../../src/tools/talent/vocabulary.ts';

export const uuid = (name: string) => v5(name, 'b7a1e2c4-5d0f-4b7e-8a53-7c1f0e9d2b66');

/** The caller in the conversation service. */
export const host = uuid('ada');

const now = Math.floor(Date.now() / 1000) * 1000;
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

const firstNames = ['Tomás', 'Nia', 'Zoë', 'Tomas', 'Ida', 'Leo', 'Jürgen'];
const lastNames = ['Ruiz', 'Owusu', 'Berg', 'Müller', 'Maas'];
const places = [
  { city: 'Bern', country: 'Switzerland', region: 'Europe' },
  { city: 'Oslo', country: 'Norway', region: 'Europe' },
  { city: 'Accra', country: 'Ghana', region: 'Africa' },
  { city: 'Lima', country: 'Peru', region: 'America' },
];
const cities = [...places.map(({ city }) => city), 'New York', 'New Delhi', 'York'];
const companies = ['Cobalt Robotics', 'Alpine Water', 'Robotics of the North', 'Water Works', 'Cobalt Water'];
const schools = ['ETH Zürich', 'Oslo School', 'School of Accra', 'Zürich School', 'Lima Institute'];
const reviewers = ['usr_ada', 'usr_ben', 'usr_cleo'];

/** Every few signals, a value is missing. The numbers have no common divisor, so values occur in many combinations. */
const pick = <Value>(values: readonly Value[], number: number, every = 11): Value | null =>
  number % every === every - 1 ? null : (values[number % values.length] ?? null);

const signal = (number: number) => ({
  kind: 'signal',
  id: `sig_${String(number).padStart(2, '0')}`,
  discovered_at: hoursAgo(12 + Math.floor(number / 2) * 31),
  full_name: number === 40 ? null : `${firstNames[number % 7]} ${lastNames[number % 5]}`,
  linkedin_id: number === 41 ? null : `person-${number % 20}`,
  score: pick([9, 4, 7, 2, 10, 6, 1], number),
  source: pick(['register', 'news', 'filings'], number, 13),
  type: pick(Object.values(signalTypes), number),
  gender: pick(Object.values(genders), number, 5),
  age_range: pick(Object.values(ageRanges), number),
  education_level: pick(Object.values(educationLevels), number),
  customer_focus: pick(Object.values(customerFocuses), number, 3),
  industry: pick(['Robotics', 'Water', 'Health'], number),
  origin: pick(['Ghana', 'Peru', 'Norway', 'Switzerland', 'Japan'], number),
  ...(number % 9 < 8 && places[number % 4]),
  profile_tags: Object.values(profileTags).filter((_, index) => (number + index) % 4 === 0),
  experiences: [{ company_id: `exe_${number % 5}`, company_name: companies[number % 5] }],
  educations: number % 3 > 0 ? [{ institution_id: `ede_${number % 5}`, institution_name: schools[number % 5] }] : [],
  // The caller screens only the last ones.
  screenings: reviewers
    .filter((_, index) => (index === 0 ? number >= 38 : (number + index) % (index + 3) === 0))
    .map((user) => ({ user, screened_at: hoursAgo(2) })),
  views: reviewers
    .filter((_, index) => (number + index) % (index + 2) === 0)
    .map((user) => ({ user, viewed_at: hoursAgo(3) })),
});

const speech = { start_ms: 0, end_ms: 2000, text: 'Would a discount help?' };
const outputs = {
  segments: [speech, { ...speech, start_ms: 3000, end_ms: 4000 }],
  summary: 'They spoke about the price.',
  action_items: [{ text: 'Send the offer.' }],
  questions: [speech],
  topic_matches: [{ ...speech, theme: 'Commercial', topic: 'Price', trigger: 'discount' }],
};
const updated = (number: number) => 1 + ((number * 173) % 4000);

/** More than a page, within the longest period. Two of three were updated, in another order than they began. */
const activities = Array.from({ length: activitiesPageSize + 5 }, (_, number) => ({
  kind: 'activity',
  id: uuid(`activity ${number}`),
  type: pick(Object.values(activityTypes), number),
  status: pick(Object.values(activityStatuses), number),
  title: `Call ${number}`,
  started_at: hoursAgo(2 + number * 8),
  updated_at: number % 3 === 2 ? null : hoursAgo(updated(number)),
  ...(number === 1 && outputs),
}));

const users = ['ada', 'ben', 'cleo'];

/** Of each kind of team record, several for each user. */
const teamRecords = Array.from({ length: 9 }, (_, number) => {
  const user = uuid(users[number % 3] ?? '');
  const other = uuid(users[(number + 1 + (number % 2)) % 3] ?? '');
  const created = { activity_id: uuid('activity 1'), created_at: hoursAgo(20 + number * 50) };
  return [
    { kind: 'comment', id: uuid(`comment ${number}`), user_id: user, text: 'Well asked.', ...created },
    { kind: 'listen', activity_id: uuid(`activity ${number}`), user_id: user, listened_at: hoursAgo(19 + number * 40) },
    { kind: 'call_score', id: uuid(`score ${number}`), user_id: user, score: 60 + number, ...created },
    { kind: 'coaching_feedback', id: uuid(`feedback ${number}`), coach_id: user, coachee_id: other, ...created },
  ];
}).flat();

const list = (id: string, hours: number, creator = 'usr_ada') => ({
  kind: 'list',
  id,
  name: `List ${id}`,
  creator,
  accesses: creator === 'usr_ada' ? [] : ['usr_ada'],
  created_at: hoursAgo(hours),
});

const search = (id: string, hours: number, filters: object[]) => ({
  kind: 'search',
  id,
  title: `Search ${id}`,
  creator: 'usr_ada',
  visited_at: hoursAgo(1),
  created_at: hoursAgo(hours),
  filters,
});

/** Records with which every test of the contract can show its rule. */
export const contractRecords: object[] = [
  ...cities.map((name) => ({ kind: 'city', name })),
  ...companies.map((name, index) => ({ kind: 'company', id: `exe_${index}`, name })),
  ...schools.map((name, index) => ({ kind: 'institution', id: `ede_${index}`, name })),
  ...Array.from({ length: 44 }, (_, number) => signal(number)),
  list('lst_1', 5),
  list('lst_2', 6, 'usr_ben'),
  list('lst_3', 4),
  ...Array.from({ length: 30 }, (_, number) => ({
    kind: 'list_entry',
    id: `ent_${number}`,
    list_id: 'lst_1',
    signal_id: signal(14 + number).id,
    // Neither in the order of the signals nor in that of their ids.
    created_at: hoursAgo(5 + ((number * 7) % 30)),
    added_by: reviewers[number % 3],
  })),
  { kind: 'list_entry', id: 'ent_of_ben', list_id: 'lst_2', signal_id: signal(20).id, created_at: hoursAgo(3) },
  search('sch_1', 3, [{ key: 'score', operator: 'gte', value: 4 }]),
  search('sch_2', 2, [
    { key: 'city', operator: 'not_in', value: ['Bern'] },
    { key: 'type', operator: 'in', value: ['Promoted', 'New Grant', 'New Company'] },
    { key: 'score', operator: 'gte', value: 4 },
  ]),
  { kind: 'organization', id: uuid('organization'), name: 'Fernway' },
  ...users.map((name) => ({
    kind: 'convo_user',
    id: uuid(name),
    name: `${name} Moreau`,
    email: `${name}@example.com`,
  })),
  { kind: 'theme', id: uuid('theme'), name: 'Commercial' },
  ...activities,
  ...teamRecords,
];
