import type { SignalRecord } from '../store/store-signals.ts';
import { dayInMs, monthOf } from './calendar.ts';
import { type Career, inventCareer } from './careers.ts';
import { inventEvent, type SignalType } from './events.ts';
import { inventPerson, type Person } from './people.ts';
import { ageRangeOf, currentVenture, educationsOf, experiencesOf, headlineOf, profileTagsOf } from './profile.ts';
import { type Random, randomFrom } from './random.ts';
import { inventReviews } from './reviews.ts';
import { summarize } from './summaries.ts';
import type { Ventures } from './ventures.ts';

const daysCovered = 360;
const monthsBefore = 13;

export interface InventSignalsOptions {
  now: Date;
  people: number;
  /** Those that careers lead through; the ones that people found are added. */
  ventures: Ventures;
}

/** The signals of many invented people, a person after the other. Who they are does not depend on the time. */
export function inventSignals({ now, people, ventures }: InventSignalsOptions): SignalRecord[] {
  const signals: SignalRecord[] = [];
  for (let number = 1; number <= people; number += 1) {
    // Chance of their own: how somebody's months fall must not change who comes after them.
    const random = randomFrom(Math.imul(number, 0x9e3779b1));
    const person = inventPerson(random, number);
    signals.push(...inventSignalsOf(random, { person, now, ventures, firstNumber: signals.length + 1 }));
  }
  return signals;
}

interface PersonOptions {
  person: Person;
  now: Date;
  ventures: Ventures;
  firstNumber: number;
}

/** One to five signals of one person over the last months; each shows the career as it was then. */
function inventSignalsOf(random: Random, { person, now, ventures, firstNumber }: PersonOptions): SignalRecord[] {
  const fromMonth = monthOf(now) - (person.age - person.careerStartAge) * 12;
  const bornMonth = fromMonth - person.careerStartAge * 12;
  const toMonth = monthOf(now) - monthsBefore;
  const times = inventTimes(random, now);
  let career = inventCareer(random, { person, ventures, fromMonth, toMonth });
  return times.map((discoveredAt, index) => {
    const month = monthOf(discoveredAt);
    const years = (month - fromMonth) / 12;
    const event = inventEvent(random, { person, career, ventures, years, month });
    career = event.career;
    return {
      id: `sig_${String(firstNumber + index).padStart(4, '0')}`,
      type: event.type,
      score: scoreOf(random, event.type, career),
      source: sourceOf(random, event.type),
      summary: summarize(random, person, event, month),
      discovered_at: discoveredAt.toISOString(),
      ...profileOf(person, career, bornMonth),
      ...inventReviews(random, discoveredAt, now),
    };
  });
}

function profileOf(person: Person, career: Career, bornMonth: number) {
  const venture = currentVenture(career);
  return {
    full_name: person.fullName,
    headline: headlineOf(person, career),
    avatar_url: person.avatarUrl,
    linkedin_id: person.linkedinId,
    linkedin_url: person.linkedinUrl,
    city: person.home.city,
    country: person.home.country,
    region: person.home.region,
    origin: person.origin,
    gender: person.gender,
    age_range: ageRangeOf(person.age),
    education_level: person.educationLevel,
    industry: venture?.industry ?? person.vertical.name,
    customer_focus: venture?.customerFocus ?? (person.vertical.consumerPercent > 50 ? 'B2C' : 'B2B'),
    profile_tags: profileTagsOf(career),
    experiences: experiencesOf(career),
    educations: educationsOf(person, bornMonth),
  } as const;
}

/** Points in time of the last year, oldest first, some weeks apart so that a career can move between them. */
function inventTimes(random: Random, now: Date): Date[] {
  const count = random.weighted([
    [54, 1],
    [27, 2],
    [12, 3],
    [5, 4],
    [2, 5],
  ] as const);
  const share = Math.floor(daysCovered / count);
  return Array.from({ length: count }, (_, index) => {
    // The last third of a share stays free: that keeps two signals of a person apart.
    const day = random.int(0, count === 1 ? share - 1 : Math.floor((share * 2) / 3));
    const back = (count - 1 - index) * share + day;
    return new Date(now.getTime() - back * dayInMs - random.int(0, dayInMs / 1000) * 1000);
  });
}

const baseScores: Record<SignalType, number> = {
  'New Company': 6,
  'Stealth Position': 6,
  'Left Position': 5,
  'Investor Position': 4,
  'Board Position': 4,
  'New Position': 3,
  Promoted: 3,
  'New Patent': 4,
  'New Grant': 4,
};

function scoreOf(random: Random, type: SignalType, career: Career): number {
  const score = baseScores[type] + Math.min(4, profileTagsOf(career).length) + random.int(-2, 1);
  return Math.min(10, Math.max(1, score));
}

function sourceOf(random: Random, type: SignalType): string {
  if (type === 'New Patent') return 'Patent Office';
  if (type === 'New Grant') return 'Grant Database';
  if (type === 'New Company') return random.pick(['Company Registry', 'LinkedIn', 'Press']);
  return random.weighted([
    [80, 'LinkedIn'],
    [12, 'Press'],
    [8, 'Network'],
  ] as const);
}
