import { companyEntityId } from '../signals/entity-id.ts';
import type { Employer } from './employers.ts';
import type { Random } from './random.ts';
import { type Vertical, verticals, ventureWords } from './verticals.ts';

/** An invented young company. */
export interface Venture extends Employer {
  kind: 'venture';
  vertical: Vertical;
  product: string;
  customerFocus: 'B2B' | 'B2C';
  hasVentureCapital: boolean;
  isYcAlumni: boolean;
}

/** The invented young companies: those that were there before, and those that are started as the story goes on. */
export interface Ventures {
  old: readonly Venture[];
  start(random: Random, vertical: Vertical): Venture;
  /** All of them so far. */
  all(): readonly Venture[];
}

export const isVenture = (employer: Employer): employer is Venture => employer.kind === 'venture';

/** Names do not repeat while there are enough of them. */
export function inventVentures(random: Random, count: number): Ventures {
  const taken = new Set<string>();
  const ventures: Venture[] = [];
  const start = (chance: Random, vertical: Vertical) => {
    let name = inventName(chance, vertical);
    for (let tries = 0; taken.has(name) && tries < 50; tries += 1) name = inventName(chance, vertical);
    taken.add(name);
    const venture = inventVenture(chance, { name, vertical, number: ventures.length + 1 });
    ventures.push(venture);
    return venture;
  };
  const old = Array.from({ length: count }, () => start(random, random.pick(verticals)));
  return { old, start, all: () => ventures };
}

const inventName = (random: Random, vertical: Vertical) =>
  `${random.pick(ventureWords)} ${random.pick(vertical.suffixes)}`;

function inventVenture(
  random: Random,
  { name, vertical, number }: { name: string; vertical: Vertical; number: number },
): Venture {
  return {
    id: companyEntityId(`venture${number}`),
    name,
    domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
    industry: vertical.name,
    kind: 'venture',
    vertical,
    product: random.pick(vertical.products),
    customerFocus: random.chance(vertical.consumerPercent) ? 'B2C' : 'B2B',
    hasVentureCapital: random.chance(60),
    isYcAlumni: random.chance(18),
  };
}
