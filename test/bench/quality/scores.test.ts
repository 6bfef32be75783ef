import { describe, expect, it } from 'vitest';
import { spearman } from './scores.ts';

describe('spearman', () => {
  it.each([
    [1, [1, 2, 3, 4], [10, 20, 25, 900]],
    [-1, [1, 2, 3, 4], [4, 3, 2, 1]],
    [0.8, [1, 2, 3, 4], [1, 3, 2, 4]],
    [0.9486832980505138, [1, 2, 3, 4], [1, 2, 2, 3]],
  ])('returns %d', (expected, first, second) => {
    expect(spearman(first.map((value, index) => [value, second[index] ?? 0]))).toBeCloseTo(expected, 12);
  });
});
