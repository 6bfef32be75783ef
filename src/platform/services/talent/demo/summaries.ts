import type { Job } from './careers.ts';
import type { CareerEvent } from './events.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const countOf = (count: number, noun: string) => `${numberWords[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;

/** "four years", "one year", "seven months". */
function spanText(job: Job, untilMonth: number): string {
  const months = untilMonth - job.startMonth;
  return months < 12 ? countOf(Math.max(1, months), 'month') : countOf(Math.floor(months / 12), 'year');
}

const nameOf = (job: Job) => job.employer?.name ?? 'a stealth company';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** What happened, in one or two sentences. */
export function summarize(random: Random, person: Person, event: CareerEvent, month: number): string {
  // "… at Trimble Inc." already ends with a full stop.
  return sentences(random, person, event, month).replace(/\.\.(?= |$)/g, '.');
}

function sentences(random: Random, person: Person, event: CareerEvent, month: number): string {
  const { fullName, gender, vertical } = person;
  const pronoun = gender === 'woman' ? 'she' : 'he';
  const possessive = gender === 'woman' ? 'her' : 'his';
  const { left, begun } = event;
  switch (event.type) {
    case 'New Position':
      if (!begun) break;
      return left
        ? `${fullName} joined ${nameOf(begun)} as ${begun.title} after ${spanText(left, month)} at ${nameOf(left)}.`
        : `${fullName} joined ${nameOf(begun)} as ${begun.title}, ${possessive} first position after a break.`;
    case 'Promoted':
      if (!begun || !left) break;
      return `${fullName} was promoted from ${left.title} to ${begun.title} at ${nameOf(begun)}, ${spanText(left, month)} into the role.`;
    case 'New Company':
      if (!begun) break;
      return `${fullName} started ${nameOf(begun)} in ${begun.location.city}. ${begun.description ?? ''}${backgroundOf(left)}`;
    case 'Stealth Position':
      return left
        ? `${fullName} left ${nameOf(left)}, where ${pronoun} was ${left.title}, and now lists a stealth company in ${vertical.name}.`
        : `${fullName} now lists a stealth company in ${vertical.name}.`;
    case 'Left Position':
      if (!left) break;
      return `${fullName} left ${nameOf(left)} after ${spanText(left, month)} as ${left.title}. No new position is listed yet.`;
    case 'Investor Position':
      if (!begun) break;
      return `${fullName} joined ${nameOf(begun)} as ${begun.title}, with an eye on ${vertical.name}.`;
    case 'Board Position':
      if (!begun) break;
      return `${fullName} joined the board of ${nameOf(begun)} as ${begun.title}.`;
    case 'New Patent':
      return left?.employer
        ? `${fullName} is named as inventor on a patent on ${random.pick(vertical.topics)}, filed by ${left.employer.name}.`
        : `${fullName} filed a patent on ${random.pick(vertical.topics)} in ${possessive} own name.`;
    case 'New Grant':
      return `${fullName} received a grant of ${dollars.format(random.int(2, 40) * 25_000)} for research on ${random.pick(vertical.topics)}.`;
  }
  return `${fullName} changed position.`;
}

const backgroundOf = (left: Job | undefined) =>
  left?.employer ? ` Before: ${left.title} at ${left.employer.name}.` : '';
