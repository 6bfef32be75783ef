import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Reproducible random choices: the same seed gives the same sequence. */
export interface Random {
  /** An integer from `from` to `to`, inclusive. */
  int(from: number, to: number): number;
  /** True with a probability of `percent`. */
  chance(percent: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** A value chosen with a probability proportional to its weight. */
  weighted<Value>(choices: readonly (readonly [weight: number, value: Value])[]): Value;
  /** Up to `count` distinct values, in their original order. */
  some<Value>(values: readonly Value[], count: number): Value[];
}

export function randomFrom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const int = (from: number, to: number) => uniformInt(generator, from, to);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[int(0, values.length - 1)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  };
  return {
    int,
    pick,
    chance: (percent) => int(1, 100) <= percent,
    weighted: (choices) => {
      let left = int(
        1,
        choices.reduce((sum, [weight]) => sum + weight, 0),
      );
      const choice = choices.find(([weight]) => (left -= weight) <= 0);
      if (!choice) throw new RangeError('There is nothing to pick from.');
      return choice[1];
    },
    some: (values, count) => {
      const rest = values.map((_, index) => index);
      const taken = Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1));
      return taken
        .flat()
        .toSorted((a, b) => a - b)
        .flatMap((index) => values.slice(index, index + 1));
    },
  };
}
