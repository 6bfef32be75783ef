import { z } from 'zod';
import type { Random } from '../../talent/demo/random.ts';
import { randomFrom } from '../../talent/demo/random.ts';
import { inventVentures } from '../../talent/demo/ventures.ts';
import { fundNames } from '../../talent/demo/verticals.ts';
import factsFile from './facts.json' with { type: 'json' };
import type { Guest } from './guests.ts';
import type { Subject } from './team.ts';

const texts = z.array(z.string());
const bySubject = z.object({ sales: texts, recruiting: texts, investor: texts });
const words = z
  .object({
    roles: texts,
    sites: texts,
    rivals: texts,
    deciders: texts,
    deciderRoles: texts,
    managers: texts,
    cofounders: texts,
    quarters: texts,
    days: texts,
    pains: texts,
    difficulties: texts,
    open: bySubject,
    gist: bySubject,
  })
  .parse(factsFile);

/** What the placeholders of the dialogue stand for. */
export type Facts = Record<string, string>;

/** The young companies of the talent demo that sell to companies. */
const ventures = inventVentures(randomFrom(1), 220).old.filter(({ customerFocus }) => customerFocus === 'B2B');

const venturesLike = ({ industry, company }: Guest) => {
  const alike = ventures.filter(({ vertical, name }) => vertical.name === industry && name !== company);
  return alike.length > 0 ? alike : ventures;
};

/** What is true about a guest in all conversations with them. */
export function inventFacts(random: Random, { subject, guest }: { subject: Subject; guest: Guest }): Facts {
  const common = {
    guest: guest.given,
    title: guest.title,
    company: spokenName(guest.company),
    product: guest.product,
    city: guest.city,
    site: random.pick(words.sites.filter((site) => site !== guest.city)),
    quarter: random.pick(words.quarters),
  };
  const own = { sales: salesFacts, recruiting: recruitingFacts, investor: investorFacts }[subject](random, guest);
  const facts = { ...common, ...own };
  return { ...facts, gist: fill(random.pick(words.gist[subject]), facts) };
}

/** Nobody says the legal form. */
const spokenName = (company: string) => company.replace(/,? (?:Inc|Corp|Co|Ltd)\.$/, '');

/** What is said differently each time. */
export function inventDates(random: Random, subject: Subject): Facts {
  // What is done by a day is never done by a Monday: people meet on it.
  const day = random.pick(words.days.slice(1));
  return { day, day2: `next ${random.pick(words.days)}`, open: random.pick(words.open[subject]) };
}

function salesFacts(random: Random): Facts {
  const seats = random.int(4, 24) * 5;
  const price = random.pick([39, 45, 52]);
  const annual = seats * price * 12;
  const rounded = Math.round(annual / 1000) * 1000;
  return {
    partnerArea: random.pick(['our systems', 'data and reporting', 'the technical side']),
    roles: random.pick(words.roles),
    rival: random.pick(words.rivals),
    neighbour: random.pick(ventures).name,
    decider: random.pick(words.deciders),
    deciderRole: random.pick(words.deciderRoles),
    pain: random.pick(words.pains),
    recruiters: String(Math.max(4, Math.round(seats / 4))),
    hires: String(random.int(4, 16) * 10),
    signals: String(random.int(60, 240)),
    weeks: random.pick(['four', 'six', 'eight']),
    seats: String(seats),
    price: String(price),
    annual: figure(rounded),
    budget: figure(Math.round((rounded * 0.8) / 1000) * 1000),
    discount: random.pick(['8', '10', '12', '15']),
  };
}

function recruitingFacts(random: Random, guest: Guest): Facts {
  const client = random.pick(venturesLike(guest));
  const salary = random.int(22, 44) * 5000;
  const small = random.int(3, 6);
  return {
    client: client.name,
    clientProduct: client.product,
    role: guest.title,
    aRole: `${/^[AEIOU]/.test(guest.title) ? 'an' : 'a'} ${guest.title}`,
    manager: random.pick(words.managers),
    team: String(random.int(18, 45)),
    small: String(small),
    grown: String(small * 3),
    customers: String(random.int(12, 90)),
    reports: String(random.int(6, 30)),
    difficulty: random.pick(words.difficulties),
    salary: figure(salary),
    ceiling: figure(salary - random.int(1, 3) * 5000),
    equity: random.pick(['0.2', '0.3', '0.4', '0.5', '0.75']),
  };
}

function investorFacts(random: Random, guest: Guest): Facts {
  const headcount = random.int(6, 16);
  const round = random.int(3, 6);
  return {
    partnerArea: 'the numbers',
    cofounder: random.pick(words.cofounders.filter((name) => name !== guest.given)),
    headcount: String(headcount),
    headcountPlan: String(headcount * 2 + random.int(0, 3)),
    market: figure(random.int(6, 40) * 1000),
    revenue: String(random.int(4, 26) * 5),
    customers: String(random.int(9, 60)),
    growth: String(random.int(7, 18)),
    churn: random.pick(['one', 'one and a half', 'two', 'three']),
    rivalVenture: random.pick(venturesLike(guest)).name,
    fund: random.pick(fundNames),
    round: String(round),
    share: String(Math.ceil(round / 3)),
    valuation: String(round * random.int(4, 6)),
    runway: random.pick(['seven', 'nine', 'ten', 'twelve', 'fourteen']),
    burn: String(random.int(8, 22) * 10),
  };
}

const figure = (count: number) => count.toLocaleString('en-US');

/**
 * Puts facts in the place of `{names}`; sentences begin with a capital.
 * @throws RangeError for a name that no fact has
 */
export const fill = (template: string, facts: Facts) =>
  template
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const fact = facts[name];
      if (fact === undefined || fact === '') throw new RangeError(`There is no fact called ${name}: ${template}`);
      return fact;
    })
    .replace(/(^|[.?!] )(\p{Ll})/gu, (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`);
