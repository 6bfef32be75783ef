import { advisoryFirms, type Employer, funds, listedIn } from './employers.ts';
import type { Person } from './people.ts';
import { type Place, places } from './places.ts';
import type { Random } from './random.ts';
import { consultantTitles, founderTitles, investorTitles } from './tracks.ts';
import type { Venture, Ventures } from './ventures.ts';

/** One position of a career; months are those of calendar.ts. A stealth company has no employer. */
export interface Job {
  kind: 'employee' | 'founder' | 'investor' | 'board' | 'stealth';
  employer: Employer | null;
  title: string;
  description: string | null;
  location: Place;
  startMonth: number;
  endMonth: number | null;
}

/** In order of time. */
export type Career = readonly Job[];

export interface CareerOptions {
  person: Person;
  ventures: Ventures;
  /** Month in which the first job began. */
  fromMonth: number;
  /** Month in which the career ends as far as it is told here; jobs that go on have no end. */
  toMonth: number;
}

/** What somebody did before the time that signals cover. */
export function inventCareer(random: Random, { person, ventures, fromMonth, toMonth }: CareerOptions): Career {
  const jobs: Job[] = [];
  let month = fromMonth;
  while (month < toMonth) {
    const endMonth = month + random.int(16, 60);
    const years = (month - fromMonth) / 12;
    const job = inventJob(random, { person, ventures, years, month, previous: jobs.at(-1) });
    jobs.push({ ...job, endMonth: endMonth < toMonth ? endMonth : null });
    month = endMonth + (random.chance(25) ? random.int(1, 5) : 0);
  }
  return jobs;
}

/** How far up a ladder of titles somebody is after some years. */
const stepAfter = (years: number, steps: number) => Math.min(steps - 1, Math.floor(years / 4));

export interface NextJobOptions {
  person: Person;
  ventures: Ventures;
  /** Years since the first job. */
  years: number;
  month: number;
  previous: Job | undefined;
}

function inventJob(random: Random, options: NextJobOptions): Job {
  const { previous, years } = options;
  const kind = random.weighted([
    [70, 'listed'],
    [9, 'advisory'],
    [11, 'venture'],
    [years >= 3 ? 8 : 0, 'founder'],
    [years >= 6 ? 2 : 0, 'investor'],
  ] as const);
  if (kind === 'founder') return founderJob(random, options, random.pick(options.ventures.old));
  if (kind === 'investor') return investorJob(random, options);
  const higher =
    previous?.kind === 'employee' && random.chance(30) ? promotedTitle(options.person, previous) : undefined;
  if (previous && higher !== undefined)
    return { ...previous, title: higher, startMonth: options.month, endMonth: null };
  return employeeJob(random, options, kind);
}

/** A job at an employer other than the last one. */
export function employeeJob(
  random: Random,
  { person, ventures, years, month, previous }: NextJobOptions,
  kind: 'listed' | 'advisory' | 'venture',
): Job {
  const employers: readonly Employer[] =
    kind === 'listed' ? listedIn(person.track.sectors) : kind === 'advisory' ? advisoryFirms : ventures.old;
  const titles = kind === 'advisory' ? consultantTitles : person.track.titles;
  return {
    kind: 'employee',
    employer: random.pick(employers.filter(({ id }) => id !== previous?.employer?.id)),
    title: titles[stepAfter(years, titles.length)] ?? titles[0] ?? '',
    description: random.chance(60) && kind !== 'advisory' ? random.pick(person.track.duties) : null,
    location: placeOfWork(random, person),
    startMonth: month,
    endMonth: null,
  };
}

export function founderJob(random: Random, { person, month }: NextJobOptions, venture: Venture): Job {
  return {
    kind: 'founder',
    employer: venture,
    title: random.pick(founderTitles),
    description: `${venture.name} builds ${venture.product}.`,
    location: person.home,
    startMonth: month,
    endMonth: null,
  };
}

export function investorJob(random: Random, { person, month }: NextJobOptions): Job {
  return {
    kind: 'investor',
    employer: random.pick(funds),
    title: random.pick(investorTitles),
    description: `Early rounds in ${person.vertical.name}.`,
    location: person.home,
    startMonth: month,
    endMonth: null,
  };
}

const placeOfWork = (random: Random, person: Person) => (random.chance(75) ? person.home : random.pick(places));

/** The next title on the ladder that the job's title stands on; nothing at its top. */
export function promotedTitle(person: Person, job: Job): string | undefined {
  const ladder = [person.track.titles, consultantTitles].find((titles) => titles.some((title) => title === job.title));
  const step = ladder?.indexOf(job.title) ?? -1;
  return step < 0 ? undefined : ladder?.[step + 1];
}
