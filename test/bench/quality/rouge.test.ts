import { describe, expect, it } from 'vitest';
import { rouge1 } from './rouge.ts';

describe('ROUGE-1', () => {
  it('counts each shared word as often as both texts contain it', () => {
    expect(rouge1('The cat, the cat sat.', 'the cat sat on the mat')).toEqual({
      precision: 4 / 5,
      recall: 4 / 6,
      f1: (2 * 0.8 * (4 / 6)) / (0.8 + 4 / 6),
    });
  });

  it('is 0 for texts without a shared word and for empty texts', () => {
    expect(rouge1('dog', 'cat')).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(rouge1('', '')).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});
