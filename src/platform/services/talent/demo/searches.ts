import type { SearchRecord } from '../store/store-searches.ts';
import { dayInMs } from './calendar.ts';
import { bigFour } from './employers.ts';
import { institutions } from './places.ts';
import { colleagueIds } from './users.ts';

const institutionIds = (names: string[]) => institutions.filter(({ name }) => names.includes(name)).map(({ id }) => id);

/** Saved searches over every kind of filter, four of them made by or shared with the development identity and more. */
export function demoSearches(now: Date): SearchRecord[] {
  const daysAgo = (days: number) => now.getTime() - days * dayInMs;
  const dateAgo = (days: number) => new Date(daysAgo(days)).toISOString().slice(0, 10);
  return [
    {
      id: 'sch_new_founders',
      title: 'New founders, last 90 days',
      emoji: '🚀',
      creator: 'usr_demo',
      sharees: [...colleagueIds],
      filters: [
        { key: 'type', operator: 'in', value: ['New Company', 'Stealth Position'] },
        { key: 'score', operator: 'gte', value: 6 },
        { key: 'time_relative', operator: 'within_days', value: 90 },
      ],
      visited_at: daysAgo(1),
      created_at: daysAgo(300),
    },
    {
      id: 'sch_climate_europe',
      title: 'Climate Tech in Europe',
      emoji: '🌍',
      creator: 'usr_demo',
      sharees: [],
      filters: [
        { key: 'industry', operator: 'in', value: ['Climate Tech'] },
        {
          key: 'region',
          operator: 'in',
          value: ['Western Europe', 'Northern Europe', 'Southern Europe', 'Eastern Europe'],
        },
        { key: 'customer_focus', operator: 'in', value: ['B2B'] },
      ],
      visited_at: daysAgo(12),
      created_at: daysAgo(210),
    },
    {
      id: 'sch_big_four',
      title: 'Out of the Big 4',
      emoji: '🧮',
      creator: 'usr_demo',
      sharees: ['usr_amara'],
      filters: [
        { key: 'past_companies', operator: 'in', value: bigFour.map(({ id }) => id) },
        { key: 'education_level', operator: 'in', value: ['Master', 'MBA'] },
      ],
      visited_at: daysAgo(30),
      created_at: daysAgo(150),
    },
    {
      id: 'sch_repeat_founders',
      title: 'Repeat founders outside the US',
      emoji: '🔁',
      creator: 'usr_amara',
      sharees: ['usr_demo', 'usr_mei'],
      filters: [
        { key: 'profile_tags', operator: 'in', value: ['Serial Founder'] },
        { key: 'country', operator: 'not_in', value: ['United States'] },
      ],
      visited_at: daysAgo(3),
      created_at: daysAgo(260),
    },
    {
      id: 'sch_stanford_mit',
      title: 'Stanford and MIT, under 35',
      emoji: '🎓',
      creator: 'usr_jonas',
      sharees: ['usr_demo'],
      filters: [
        {
          key: 'past_education',
          operator: 'in',
          value: institutionIds(['Stanford University', 'Massachusetts Institute of Technology']),
        },
        { key: 'age', operator: 'in', value: ['Below 25', '25 to 29', '30 to 34'] },
      ],
      visited_at: daysAgo(8),
      created_at: daysAgo(130),
    },
    {
      id: 'sch_patents',
      title: 'Patents and grants since spring',
      emoji: null,
      creator: 'usr_mei',
      sharees: ['usr_tomas'],
      filters: [
        { key: 'source', operator: 'in', value: ['Patent Office', 'Grant Database'] },
        { key: 'time_range', operator: 'between', value: [dateAgo(240), dateAgo(0)] },
      ],
      visited_at: daysAgo(20),
      created_at: daysAgo(235),
    },
    {
      id: 'sch_unreviewed',
      title: 'Nobody has looked yet',
      emoji: '👀',
      creator: 'usr_tomas',
      sharees: ['usr_demo', 'usr_amara', 'usr_jonas', 'usr_mei'],
      filters: [
        { key: 'screened_by', operator: 'not_in', value: ['me', 'others'] },
        { key: 'created_after', operator: 'after', value: daysAgo(45) },
      ],
      visited_at: daysAgo(2),
      created_at: daysAgo(60),
    },
    {
      id: 'sch_new_york',
      title: 'Women from India in New York City',
      emoji: '🗽',
      creator: 'usr_amara',
      sharees: [],
      filters: [
        { key: 'gender', operator: 'in', value: ['woman'] },
        { key: 'origin', operator: 'in', value: ['India'] },
        { key: 'city', operator: 'in', value: ['New York City'] },
        { key: 'fullname', operator: 'contains', value: 'a' },
      ],
      visited_at: daysAgo(90),
      created_at: daysAgo(100),
    },
  ];
}
