import { expect, it } from 'vitest';
import { labelledPairs } from './labelled-pairs.ts';

const pairs = labelledPairs();

it('generates 30 labelled pairs of each of 12 kinds, half of them held out', () => {
  const counts = Map.groupBy(pairs, ({ kind, half }) => `${kind}, ${half}`);
  expect(counts.size).toBe(24);
  expect(new Set([...counts.values()].map((ofKind) => ofKind.length))).toEqual(new Set([15]));
});

it('generates the same pairs each time', () => {
  expect(labelledPairs()).toEqual(pairs);
});

it('uses each name of a profile in one half only', () => {
  const namesOf = (half: string) =>
    pairs.flatMap((pair) => (pair.half === half ? pair.signals.map(({ fullName }) => fullName) : []));
  const heldOut = new Set(namesOf('held-out'));
  expect(namesOf('development').filter((name) => heldOut.has(name))).toEqual([]);
});
