import type { signalTypes } from '../../../../tools/talent/vocabulary.ts';
import {
  type Career,
  employeeJob,
  founderJob,
  investorJob,
  type Job,
  type NextJobOptions,
  promotedTitle,
} from './careers.ts';
import { listedCompanies } from './employers.ts';
import type { Random } from './random.ts';

export type SignalType = (typeof signalTypes)[keyof typeof signalTypes];

/** Something that happened to somebody, and the career as it is from then on. */
export interface CareerEvent {
  type: SignalType;
  career: Career;
  /** The main job before. */
  left: Job | undefined;
  /** The job that began; nothing where the event began none. */
  begun: Job | undefined;
}

export interface EventOptions extends Omit<NextJobOptions, 'previous'> {
  career: Career;
}

/** The job that somebody lives on: seats on boards do not count. */
export const mainJob = (career: Career) => career.findLast((job) => job.endMonth === null && job.kind !== 'board');

/** Lets happen what can happen to somebody in their situation. */
export function inventEvent(random: Random, options: EventOptions): CareerEvent {
  const type = random.weighted(possibleTypes(options));
  const left = mainJob(options.career);
  const begun = beginJob(random, type, options, left);
  const leaves = type === 'Left Position' || (begun !== undefined && begun.kind !== 'board');
  const kept = options.career.map((job) => (leaves && job === left ? { ...job, endMonth: options.month } : job));
  return { type, left, begun, career: begun ? [...kept, begun] : kept };
}

const shortestStay = 8;

function possibleTypes({ career, person, month }: EventOptions): (readonly [number, SignalType])[] {
  const job = mainJob(career);
  const isEmployee = job?.kind === 'employee';
  const isSettled = job === undefined || month - job.startMonth >= shortestStay;
  const canRise = isEmployee && isSettled && promotedTitle(person, job) !== undefined;
  const canInvent = person.track.isInventive && job?.kind !== 'investor' && job?.employer?.kind !== 'advisory';
  const types: (readonly [number, SignalType])[] = [
    [isSettled ? 24 : 2, 'New Position'],
    [canRise ? 18 : 0, 'Promoted'],
    [job?.kind === 'stealth' ? 60 : isSettled && job?.kind !== 'founder' ? 14 : 0, 'New Company'],
    [job === undefined || (isEmployee && isSettled) ? 14 : 0, 'Stealth Position'],
    [job !== undefined && isSettled ? 13 : 2, 'Left Position'],
    [isSettled && job?.kind !== 'investor' ? 6 : 0, 'Investor Position'],
    [person.age >= 32 ? 8 : 0, 'Board Position'],
    [canInvent ? 12 : 0, 'New Patent'],
    [canInvent ? 10 : 0, 'New Grant'],
  ];
  return types.filter(([, type]) => possibleFrom(job, type));
}

/** Nobody leaves what they do not have, and a stealth company is not left before it has shown itself. */
function possibleFrom(job: Job | undefined, type: SignalType): boolean {
  if (type === 'Left Position') return job !== undefined && job.kind !== 'stealth';
  if (type === 'New Position' || type === 'Investor Position') return job?.kind !== 'stealth';
  return true;
}

function beginJob(random: Random, type: SignalType, options: EventOptions, previous: Job | undefined): Job | undefined {
  const next = { ...options, previous };
  switch (type) {
    case 'New Position':
      return employeeJob(
        random,
        next,
        random.weighted([
          [70, 'listed'],
          [10, 'advisory'],
          [20, 'venture'],
        ] as const),
      );
    case 'Promoted': {
      const title = previous && promotedTitle(options.person, previous);
      return previous && title !== undefined ? { ...previous, title, startMonth: options.month } : undefined;
    }
    case 'New Company':
      return founderJob(random, next, options.ventures.start(random, options.person.vertical));
    case 'Stealth Position':
      return {
        kind: 'stealth',
        employer: null,
        title: random.pick(['Founder', 'Co-Founder']),
        description: null,
        location: options.person.home,
        startMonth: options.month,
        endMonth: null,
      };
    case 'Investor Position':
      return investorJob(random, next);
    case 'Board Position':
      return {
        kind: 'board',
        employer: random.pick(random.chance(50) ? listedCompanies : options.ventures.old),
        title: random.pick(['Board Member', 'Independent Director', 'Board Observer']),
        description: null,
        location: options.person.home,
        startMonth: options.month,
        endMonth: null,
      };
    case 'Left Position':
    case 'New Patent':
    case 'New Grant':
      return undefined;
  }
}
