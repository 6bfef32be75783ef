import type { ageRanges, profileTags } from '../../../../tools/talent/vocabulary.ts';
import { monthText, yearText } from './calendar.ts';
import type { Career, Job } from './careers.ts';
import { isBank, isBigFour, isBigTech, isConsultancy } from './employers.ts';
import { mainJob } from './events.ts';
import type { Person } from './people.ts';
import { isVenture, type Venture } from './ventures.ts';

type AgeRange = (typeof ageRanges)[keyof typeof ageRanges];
type ProfileTag = (typeof profileTags)[keyof typeof profileTags];

/** The venture somebody works for now, if it is one. */
export function currentVenture(career: Career): Venture | undefined {
  const employer = mainJob(career)?.employer;
  return employer && isVenture(employer) ? employer : undefined;
}

export function ageRangeOf(age: number): AgeRange {
  if (age < 25) return 'Below 25';
  if (age < 30) return '25 to 29';
  if (age < 35) return '30 to 34';
  if (age < 40) return '35 to 39';
  if (age < 45) return '40 to 44';
  return age < 50 ? '45 to 49' : 'Above 49';
}

/** What a career says about somebody. */
export function profileTagsOf(career: Career): ProfileTag[] {
  const employers = career.flatMap(({ employer }) => employer ?? []);
  const ventures = (kind: Job['kind']) =>
    career.flatMap((job) => (job.kind === kind && job.employer && isVenture(job.employer) ? job.employer : []));
  const founded = ventures('founder');
  const holds: Record<ProfileTag, boolean> = {
    'Serial Founder': new Set(founded.map(({ id }) => id)).size > 1,
    'VC Backed Founder': founded.some((venture) => venture.hasVentureCapital),
    'VC Backed Operator': ventures('employee').some((venture) => venture.hasVentureCapital),
    'VC Investor': career.some(({ kind }) => kind === 'investor'),
    'YC Alumni': founded.some((venture) => venture.isYcAlumni),
    'Big Tech experience': employers.some(isBigTech),
    'Big 4 experience': employers.some(isBigFour),
    'Banking experience': employers.some(isBank),
    'Consulting experience': employers.some(isConsultancy),
  };
  return tagsInOrder.filter((tag) => holds[tag]);
}

const tagsInOrder = [
  'Serial Founder',
  'VC Backed Founder',
  'VC Backed Operator',
  'VC Investor',
  'YC Alumni',
  'Big Tech experience',
  'Big 4 experience',
  'Banking experience',
  'Consulting experience',
] as const;

/** The line under the name. */
export function headlineOf(person: Person, career: Career): string {
  const job = mainJob(career);
  if (job?.kind === 'stealth') return `Building something new in ${person.vertical.name}`;
  if (job?.employer) return `${job.title} at ${job.employer.name}`;
  const last = career.findLast(({ kind }) => kind !== 'board');
  return last?.employer ? `Previously ${last.title} at ${last.employer.name}` : `Exploring ${person.vertical.name}`;
}

/** Newest first, as profiles show them. */
export const experiencesOf = (career: Career) =>
  career.toReversed().map((job) => ({
    company_id: job.employer?.id ?? null,
    company_name: job.employer?.name ?? 'Stealth',
    title: job.title,
    description: job.description,
    location:
      job.location.city === job.location.country ? job.location.city : `${job.location.city}, ${job.location.country}`,
    start_date: monthText(job.startMonth),
    end_date: job.endMonth === null ? null : monthText(job.endMonth),
    is_current: job.endMonth === null,
  }));

export const educationsOf = (person: Person, bornMonth: number) =>
  person.degrees.toReversed().map((degree) => ({
    institution_id: degree.institution.id,
    institution_name: degree.institution.name,
    degree: degree.degree,
    field_of_study: degree.field,
    start_date: yearText(bornMonth + degree.startAge * 12),
    end_date: yearText(bornMonth + degree.endAge * 12),
  }));
