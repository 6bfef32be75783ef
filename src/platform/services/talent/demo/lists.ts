import type { ListRecord } from '../store/store-lists.ts';
import type { SignalRecord } from '../store/store-signals.ts';
import { dayInMs } from './calendar.ts';
import type { Random } from './random.ts';
import { demoUsers } from './users.ts';

interface ListPlan {
  id: string;
  name: string;
  creator: string;
  /** Besides the creator; none makes the list private. */
  accesses: string[];
  size: number;
  suits: (signal: SignalRecord) => boolean;
  madeDaysAgo: number;
}

const everyone = demoUsers.map(({ id }) => id);

const plans: ListPlan[] = [
  {
    id: 'lst_stealth',
    name: 'Stealth founders to meet',
    creator: 'usr_demo',
    accesses: everyone,
    size: 140,
    suits: ({ type }) => type === 'Stealth Position',
    madeDaysAgo: 350,
  },
  {
    id: 'lst_climate',
    name: 'Climate Tech builders',
    creator: 'usr_demo',
    accesses: ['usr_mei'],
    size: 36,
    suits: ({ industry }) => industry === 'Climate Tech',
    madeDaysAgo: 240,
  },
  {
    id: 'lst_shortlist',
    name: 'My shortlist',
    creator: 'usr_demo',
    accesses: [],
    size: 18,
    suits: ({ score }) => (score ?? 0) >= 8,
    madeDaysAgo: 120,
  },
  {
    id: 'lst_next_quarter',
    name: 'Next quarter',
    creator: 'usr_demo',
    accesses: [],
    size: 0,
    suits: () => false,
    madeDaysAgo: 2,
  },
  {
    id: 'lst_repeat_founders',
    name: 'Repeat founders',
    creator: 'usr_amara',
    accesses: ['usr_demo', 'usr_jonas'],
    size: 48,
    suits: ({ profile_tags: tags }) => tags?.includes('Serial Founder') === true,
    madeDaysAgo: 310,
  },
  {
    id: 'lst_fintech_london',
    name: 'Fintech in the United Kingdom',
    creator: 'usr_amara',
    accesses: ['usr_demo'],
    size: 12,
    suits: ({ industry, country }) => industry === 'Fintech' && country === 'United Kingdom',
    madeDaysAgo: 200,
  },
  {
    id: 'lst_amara_notes',
    name: 'Calls this week',
    creator: 'usr_amara',
    accesses: [],
    size: 9,
    suits: ({ type }) => type === 'Left Position',
    madeDaysAgo: 6,
  },
  {
    id: 'lst_research',
    name: 'Patents and grants',
    creator: 'usr_jonas',
    accesses: everyone,
    size: 64,
    suits: ({ type }) => type === 'New Patent' || type === 'New Grant',
    madeDaysAgo: 280,
  },
  {
    id: 'lst_big_tech_leavers',
    name: 'Leaving big tech',
    creator: 'usr_jonas',
    accesses: ['usr_demo', 'usr_tomas'],
    size: 30,
    suits: ({ type, profile_tags: tags }) => type === 'Left Position' && tags?.includes('Big Tech experience') === true,
    madeDaysAgo: 90,
  },
  {
    id: 'lst_jonas_private',
    name: 'Angels to ask',
    creator: 'usr_jonas',
    accesses: [],
    size: 14,
    suits: ({ type }) => type === 'Investor Position',
    madeDaysAgo: 45,
  },
  {
    id: 'lst_robotics_europe',
    name: 'Robotics in Europe',
    creator: 'usr_mei',
    accesses: ['usr_amara', 'usr_tomas'],
    size: 20,
    suits: ({ industry, region }) => industry === 'Robotics' && region?.endsWith('Europe') === true,
    madeDaysAgo: 160,
  },
  {
    id: 'lst_boards',
    name: 'Board candidates',
    creator: 'usr_tomas',
    accesses: ['usr_demo'],
    size: 25,
    suits: ({ type }) => type === 'Board Position',
    madeDaysAgo: 75,
  },
];

export function inventLists(random: Random, signals: readonly SignalRecord[], now: Date): ListRecord[] {
  let entries = 0;
  return plans.map(({ id, name, creator, accesses, size, suits, madeDaysAgo }) => {
    const createdAt = new Date(now.getTime() - madeDaysAgo * dayInMs);
    const adders = [creator, creator, ...accesses];
    return {
      id,
      name,
      creator,
      accesses: accesses.filter((user) => user !== creator),
      created_at: createdAt.toISOString(),
      entries: random.some(signals.filter(suits), size).map((signal) => {
        entries += 1;
        const from = Math.max(createdAt.getTime(), new Date(signal.discovered_at).getTime());
        const minutes = Math.floor((now.getTime() - from) / 60_000);
        return {
          id: `ent_${String(entries).padStart(4, '0')}`,
          signal_id: signal.id,
          added_by: random.pick(adders),
          created_at: new Date(from + random.int(0, minutes) * 60_000).toISOString(),
        };
      }),
    };
  });
}
