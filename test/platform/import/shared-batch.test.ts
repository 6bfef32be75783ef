import { describe, expect, it } from 'vitest';
import { nextSharedBatch } from '../../../src/platform/import/import-file.ts';

describe('the size of the next transaction beside other callers', () => {
  const size = { records: 100, characters: 40_000 };

  it.each([
    ['stays after 100 ms', 100, 100, 40_000],
    ['grows after less, by half at most', 80, 125, 50_000],
    ['grows by half after much less', 1, 150, 60_000],
    ['shrinks after more', 160, 63, 25_000],
    ['is halved after much more', 5_000, 50, 20_000],
  ])('%s', (_, transactionMs, records, characters) => {
    expect(nextSharedBatch(size, transactionMs)).toEqual({ records, characters });
  });

  it('has limits', () => {
    expect(nextSharedBatch({ records: 10, characters: 5_000 }, 900)).toEqual({ records: 10, characters: 5_000 });
    const largest = { records: 500, characters: 1_000_000 };
    expect(nextSharedBatch(largest, 0)).toEqual(largest);
  });
});
