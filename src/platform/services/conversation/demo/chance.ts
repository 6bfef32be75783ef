import { randomFrom } from '../../talent/demo/random.ts';

/** Chance of its own for each number; seeds that stand side by side would begin alike. */
export const randomOf = (number: number) => randomFrom(Math.imul(number, 0x9e3779b1));
