import { z } from 'zod';
import namesFile from './names.json' with { type: 'json' };
import type { Random } from './random.ts';

const words = z.string().transform((text) => text.split(' '));
const cultures = z.record(z.string(), z.object({ women: words, men: words, family: words })).parse(namesFile.cultures);

/** Which names are common in a country, and how many in a hundred or so of our people come from there. */
const origins: readonly (readonly [weight: number, country: string, culture: string])[] = [
  [18, 'United States', 'anglo'],
  [8, 'United Kingdom', 'anglo'],
  [4, 'Canada', 'anglo'],
  [3, 'Australia', 'anglo'],
  [1, 'New Zealand', 'anglo'],
  [2, 'Ireland', 'irish'],
  [6, 'Germany', 'german'],
  [1, 'Austria', 'german'],
  [2, 'Switzerland', 'german'],
  [6, 'France', 'french'],
  [1, 'Belgium', 'dutch'],
  [3, 'Netherlands', 'dutch'],
  [3, 'Spain', 'spanish'],
  [2, 'Mexico', 'spanish'],
  [2, 'Argentina', 'spanish'],
  [2, 'Colombia', 'spanish'],
  [1, 'Chile', 'spanish'],
  [2, 'Portugal', 'portuguese'],
  [4, 'Brazil', 'portuguese'],
  [3, 'Italy', 'italian'],
  [2, 'Sweden', 'nordic'],
  [1, 'Norway', 'nordic'],
  [2, 'Denmark', 'nordic'],
  [1, 'Finland', 'finnic'],
  [1, 'Estonia', 'finnic'],
  [3, 'Poland', 'slavic'],
  [1, 'Czechia', 'slavic'],
  [2, 'Ukraine', 'slavic'],
  [1, 'Romania', 'romanian'],
  [1, 'Greece', 'greek'],
  [2, 'Turkey', 'turkish'],
  [3, 'Israel', 'hebrew'],
  [1, 'United Arab Emirates', 'arabic'],
  [2, 'Egypt', 'arabic'],
  [3, 'Nigeria', 'west african'],
  [1, 'Ghana', 'west african'],
  [2, 'Kenya', 'east african'],
  [2, 'South Africa', 'southern african'],
  [11, 'India', 'indian'],
  [2, 'Pakistan', 'pakistani'],
  [8, 'China', 'chinese'],
  [1, 'Singapore', 'chinese'],
  [3, 'Japan', 'japanese'],
  [3, 'South Korea', 'korean'],
  [2, 'Vietnam', 'vietnamese'],
  [1, 'Indonesia', 'malay'],
  [1, 'Philippines', 'filipino'],
];

const choices = origins.map(([weight, country, culture]) => [weight, { country, culture }] as const);

export type DemoGender = 'man' | 'woman';

/** A country of origin and a name that is common there. */
export function inventName(random: Random, gender: DemoGender): { origin: string; given: string; family: string } {
  const { country, culture } = random.weighted(choices);
  const names = cultures[culture];
  if (!names) throw new RangeError(`There are no names for ${culture}.`);
  return {
    origin: country,
    given: random.pick(gender === 'woman' ? names.women : names.men),
    family: random.pick(names.family),
  };
}
