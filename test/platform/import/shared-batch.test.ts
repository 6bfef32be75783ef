import { describe, expect, it } from 'vitest';
import { nextSharedBatch } from '../../../src/platform/import/import-file.ts';

describe('the size of the next transaction beside other callers', () => {
  const smallest = { records: 10, characters: 5_000 };
  const usual = { records: 100, characters: 40_000 };
  const largest = { records: 500, characters: 1_000_000 };

  it.each([
    ['stays after 100 ms', usual, 100, usual],
    ['grows after less, by half at most', usual, 80, { records: 125, characters: 50_000 }],
    ['grows by half after much less', usual, 1, { records: 150, characters: 60_000 }],
    ['shrinks after more', usual, 160, { records: 63, characters: 25_000 }],
    ['is halved after much more', usual, 5_000, { records: 50, characters: 20_000 }],
    ['has a minimum', smallest, 900, smallest],
    ['has a maximum', largest, 0, largest],
  ])('%s', (_, size, transactionMs, next) => {
    expect(nextSharedBatch(size, transactionMs)).toEqual(next);
  });
});
