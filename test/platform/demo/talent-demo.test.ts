import { describe, expect, it } from 'vitest';
import { filterIssues } from '../../../src/tools/talent/search-filter.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  signalTypes,
} from '../../../src/tools/talent/vocabulary.ts';
import { dayMs, distinct, now, talentDemo, timeOf } from './demo-lab.ts';

const { users, companies, institutions, cities, signals, lists, searches } = await talentDemo();
const people = [...Map.groupBy(signals, (signal) => signal.linkedin_id).values()];
const valuesOf = (values: Record<string, string>) => Object.values(values).toSorted();

describe('talent demo data', () => {
  it('has 600 people with one to five signals each', () => {
    const counts = [users, cities, institutions, people, signals, lists, searches].map(({ length }) => length);
    expect(counts).toEqual([5, 167, 240, 600, 1016, 12, 8]);
    expect(distinct(people.map(({ length }) => length))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('gives every record a unique id', () => {
    const entries = lists.flatMap((list) => list.entries ?? []);
    for (const records of [users, companies, institutions, signals, lists, searches, entries]) {
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    }
  });

  it('covers twelve months, with the newest signal minutes ago', () => {
    const ages = signals.map((signal) => now.getTime() - timeOf(signal.discovered_at));
    expect(Math.min(...ages)).toBe(2 * 60_000);
    expect(Math.max(...ages)).toBeLessThanOrEqual(365 * dayMs);
    expect(distinct(signals.map((signal) => String(signal.discovered_at).slice(0, 7)))).toHaveLength(13);
  });

  it('moves with the current time', async () => {
    const later = new Date(now.getTime() + 41.3 * dayMs);
    const moved = await talentDemo(later);
    const ages = (all: typeof signals, at: Date) =>
      all.map((one) => [one.id, at.getTime() - timeOf(one.discovered_at)]);
    expect(ages(moved.signals, later)).toEqual(ages(signals, now));
    expect(moved.signals.flatMap(impossibleJobs)).toEqual([]);
  });

  it('has every value of every filter', () => {
    expect(distinct(signals.map(({ type }) => type))).toEqual(valuesOf(signalTypes));
    expect(distinct(signals.map((signal) => signal.age_range))).toEqual(valuesOf(ageRanges));
    expect(distinct(signals.map(({ gender }) => gender))).toEqual(valuesOf(genders));
    expect(distinct(signals.map((signal) => signal.customer_focus))).toEqual(valuesOf(customerFocuses));
    expect(distinct(signals.map((signal) => signal.education_level))).toEqual(valuesOf(educationLevels));
    expect(distinct(signals.flatMap((signal) => signal.profile_tags ?? []))).toEqual(valuesOf(profileTags));
    expect(new Set(signals.map(({ score }) => score))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(distinct(signals.map(({ industry }) => industry))).toHaveLength(16);
    expect(searches.flatMap(({ filters }) => filterIssues(filters ?? []))).toEqual([]);
  });

  it('continues one career through the signals of a person', () => {
    for (const [index, signal] of people
      .flatMap((all) => all.slice(1).map((one, at) => [all[at], one] as const))
      .entries()) {
      const [earlier, later] = signal;
      expect(timeOf(later.discovered_at), `pair ${index}`).toBeGreaterThan(timeOf(earlier?.discovered_at));
      expect([later.full_name, later.origin, later.gender]).toEqual([
        earlier?.full_name,
        earlier?.origin,
        earlier?.gender,
      ]);
      const begun = (one: typeof earlier) =>
        (one?.experiences ?? []).map((job) => [job.company_id, job.title, job.start_date]);
      expect(begun(later).slice(-begun(earlier).length)).toEqual(begun(earlier));
    }
  });

  it('has no job that ends before it begins, or begins after its signal', () => {
    expect(signals.flatMap(impossibleJobs)).toEqual([]);
  });

  it('has no review before the signal or in the future', () => {
    const wrong = signals.filter((signal) =>
      [
        ...(signal.taggings ?? []).map((tagging) => tagging.created_at),
        ...(signal.views ?? []).map((view) => view.viewed_at),
        ...(signal.screenings ?? []).map((screening) => screening.screened_at),
      ].some((time) => !(timeOf(time) >= timeOf(signal.discovered_at) && timeOf(time) <= now.getTime())),
    );
    expect(wrong).toEqual([]);
  });

  it('has summaries and headlines without gaps', () => {
    for (const { summary, headline, full_name: name } of signals) {
      expect(`${name}: ${summary} | ${headline}`).not.toMatch(/undefined|null|NaN|\.\.|,,| {2}|\bno (month|year)s\b/);
      expect(summary?.startsWith(String(name)) && summary.endsWith('.')).toBe(true);
    }
  });

  it('has private lists, shared ones, an empty one and a long one', () => {
    const sizes = lists.map(({ entries }) => entries?.length ?? 0).toSorted((a, b) => a - b);
    expect([sizes[0], sizes.at(-1)]).toEqual([0, 102]);
    expect(lists.filter(({ accesses }) => accesses?.length === 0).map(({ id }) => id)).toEqual([
      'lst_shortlist',
      'lst_next_quarter',
      'lst_amara_notes',
      'lst_jonas_private',
    ]);
  });
});

describe('a believable talent demo', () => {
  it.each([
    ['United States', { 'New York City': 0.24, 'Los Angeles': 0.11, Chicago: 0.08, Boulder: 0.003 }],
    ['United Kingdom', { London: 0.71, Manchester: 0.05, Oxford: 0.01 }],
    ['Germany', { Berlin: 0.38, Hamburg: 0.19, Karlsruhe: 0.03 }],
    ['India', { 'New Delhi': 0.24, Mumbai: 0.18, Gurugram: 0.02 }],
  ])('has people in the cities of %s in proportion to their population', (country, shares) => {
    const living = people.flatMap(([first]) => (first?.country === country ? [first.city] : []));
    for (const [city, share] of Object.entries(shares)) {
      const found = living.filter((name) => name === city).length / living.length;
      // Three standard deviations of a random sample.
      const tolerance = 3 * Math.sqrt((share * (1 - share)) / living.length);
      expect(Math.abs(found - share), `${city}: ${found.toFixed(2)} of ${living.length}`).toBeLessThan(tolerance);
    }
  });

  it('has careers in one to three countries', () => {
    const counts = signals.map(
      ({ experiences }) => new Set((experiences ?? []).map(({ location }) => location?.split(', ').at(-1))).size,
    );
    expect(distinct(counts)).toEqual(['1', '2', '3']);
  });

  it('has only screened signals that the same user viewed before', () => {
    const unseen = signals.flatMap(({ id, views, screenings }) =>
      (screenings ?? [])
        .filter(
          ({ user, screened_at: at }) =>
            !views?.some((view) => view.user === user && timeOf(view.viewed_at) <= timeOf(at)),
        )
        .map(({ user }) => `${id} ${JSON.stringify(user)}`),
    );
    expect(unseen).toEqual([]);
  });

  it('has no name filter in a saved search', () => {
    expect(searches.flatMap(({ filters }) => filters ?? []).filter(({ key }) => key === 'fullname')).toEqual([]);
  });

  it('has titles of one profession per person that match what they studied', () => {
    const wrong = signals.flatMap(({ id, experiences, educations }) => {
      const found = professions.filter(({ titles }) => experiences?.some((job) => titles.test(job.title ?? '')));
      const fields = distinct((educations ?? []).map((education) => education.field_of_study));
      const isStudied = fields.every(
        (field) => field === 'Business Administration' || found[0]?.fields.includes(field),
      );
      return found.length === 1 && isStudied
        ? []
        : found.length === 0
          ? []
          : [{ id, found: found.map(({ titles }) => titles), fields }];
    });
    expect(wrong).toEqual([]);
  });

  it('has degrees that match the education level, and doctors as scientists', () => {
    const highest = { PhD: 'PhD or Above', MBA: 'MBA', Master: 'Master', Bachelor: 'Bachelor' };
    for (const { educations, education_level: level } of signals) {
      const degrees = new Set((educations ?? []).map(({ degree }) => degree));
      const found = Object.entries(highest).find(([degree]) => degrees.has(degree));
      expect(level).toBe(found?.[1] ?? 'No university degree');
    }
    const scientists = signals.filter(({ experiences }) =>
      experiences?.some(({ title }) => /Research Scientist|Principal Scientist/.test(title ?? '')),
    );
    expect(distinct(scientists.map((signal) => signal.education_level))).toEqual(['PhD or Above']);
  });

  it('has only technical founders as CTO and commercial ones as COO', () => {
    const founders = signals.filter(({ experiences }) =>
      experiences?.some(({ title }) => /& C[TO]O$/.test(title ?? '')),
    );
    const technical = /Engineer|Scientist|Data|Research|Hardware|Program/;
    for (const { experiences } of founders) {
      const titles = (experiences ?? []).map(({ title }) => title ?? '');
      const others = titles.filter((title) => professions.some((profession) => profession.titles.test(title)));
      const isTechnical = titles.some((title) => title.endsWith('CTO'));
      expect(others.filter((title) => technical.test(title) !== isTechnical)).toEqual([]);
    }
    expect(founders.length).toBeGreaterThan(10);
  });
});

type Signal = (typeof signals)[number];

function impossibleJobs({ id, experiences, discovered_at: discoveredAt }: Signal) {
  return (experiences ?? [])
    .map((job) => ({ id, start: String(job.start_date), end: job.end_date ?? '9999' }))
    .filter(({ start, end }) => start > end || start > String(discoveredAt).slice(0, 7));
}

/** Titles of professions and their fields of study. Advisory, board and fund titles fit all. */
const professions = [
  {
    titles: /Software Engineer|Staff Engineer|Engineering Manager|of Engineering/,
    fields: ['Computer Science', 'Electrical Engineering', 'Mathematics', 'Software Engineering'],
  },
  { titles: /Product/, fields: ['Economics', 'Computer Science', 'Industrial Design', 'Psychology'] },
  {
    titles: /Data (?:Analyst|Scientist|Science|Officer)/,
    fields: ['Statistics', 'Physics', 'Computer Science', 'Applied Mathematics'],
  },
  {
    titles: /^(?:Analyst|Associate|Vice President|Director|Executive Director|Managing Director)$/,
    fields: ['Finance', 'Economics', 'Accounting', 'Mathematics'],
  },
  {
    titles: /Research|Principal Scientist|Chief Scientist/,
    fields: ['Chemistry', 'Molecular Biology', 'Materials Science', 'Biomedical Engineering', 'Physics'],
  },
  {
    titles: /Mechanical|Lead Engineer|Program Manager|Hardware/,
    fields: ['Mechanical Engineering', 'Aerospace Engineering', 'Electrical Engineering', 'Robotics'],
  },
  { titles: /Account Executive|Sales|Revenue/, fields: ['Marketing', 'Communication', 'Economics'] },
  {
    titles: /Operations|Operating Officer/,
    fields: ['Industrial Engineering', 'Supply Chain Management', 'Economics'],
  },
];
