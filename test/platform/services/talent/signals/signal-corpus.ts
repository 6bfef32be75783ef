import type { SignalRecord } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  signalTypes,
} from '../../../../../src/tools/talent/vocabulary.ts';

const newest = Date.UTC(2026, 0, 1);
const givenNames = ['Anna', 'Ben', 'Carla', 'David', 'Emma', 'Finn', 'Greta', 'Hugo'];
const familyNames = ['Schmidt', 'Garcia', 'Lopez', 'Smith', 'Jones', 'Meyer', 'Rossi', 'Sato'];
const sources = ['network', 'register', 'press', 'patents', 'grants'];

/** Many signals with skewed values: a few values are frequent, most are rare. Every call returns the same signals. */
export function signalCorpus(count: number): SignalRecord[] {
  const random = numbers();
  const below = (limit: number) => Math.floor(random() * limit);
  const skewed = (limit: number) => Math.floor(limit * random() ** 2.5);
  const one = <Value>(values: readonly Value[]) => values[below(values.length)] ?? null;
  return Array.from({ length: count }, (_, index) => ({
    id: `sig_${String((index * 7919) % 1_000_003).padStart(7, '0')}`,
    discovered_at: newest - index * 420_000,
    type: one(Object.values(signalTypes)),
    score: 1 + below(10),
    source: one(sources),
    summary: 'A founder leaves a growing company and starts again. '.repeat(3),
    full_name: `${one(givenNames)} ${one(familyNames)} ${index}`,
    linkedin_id: `li_${index % Math.ceil(count * 0.6)}`,
    city: `City ${skewed(300)}`,
    country: `Country ${skewed(40)}`,
    region: `Region ${skewed(60)}`,
    origin: `Country ${skewed(40)}`,
    gender: one(Object.values(genders)),
    age_range: one(Object.values(ageRanges)),
    education_level: one(Object.values(educationLevels)),
    industry: `Industry ${skewed(25)}`,
    customer_focus: one(Object.values(customerFocuses)),
    profile_tags: Object.values(profileTags).filter(() => random() < 0.15),
    experiences: Array.from({ length: 1 + below(4) }, () => ({
      company_id: `exe_${skewed(500)}`,
      title: 'Head of Engineering',
      description: 'Built the team and the platform from the first line to a million users.',
      start_date: '2020-01',
    })),
    educations: [{ institution_id: `ede_${skewed(3000)}`, degree: 'MSc', start_date: '2012' }],
    views: random() < 0.2 ? [{ user: `usr_${below(5)}` }] : [],
    screenings: random() < 0.1 ? [{ user: `usr_${below(5)}` }] : [],
  }));
}

/** A linear congruential generator of numbers from 0 to 1, so that every run uses the same numbers. */
function numbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
