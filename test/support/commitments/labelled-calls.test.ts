import { describe, expect, it } from 'vitest';
import { readLabelledCalls } from './labelled-calls.ts';

const calls = await readLabelledCalls();

function sizeOf(some: typeof calls) {
  const commitments = some.flatMap(({ id, sentences }) =>
    sentences.flatMap(({ commitment }) => (commitment ? `${id} ${commitment.number}` : [])),
  );
  const sentences = some.flatMap((call) => call.sentences);
  return {
    calls: some.length,
    commitments: new Set(commitments).size,
    withdrawn: sentences.filter(({ isWithdrawn }) => isWithdrawn).length,
    others: sentences.filter(({ commitment }) => commitment === null).length,
  };
}

describe('the labelled calls', () => {
  it('contain enough commitments and other sentences in each half', () => {
    const halves = Object.groupBy(calls, ({ half }) => half);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect({
      development: sizeOf(halves.development ?? []),
      'held-out': sizeOf(halves['held-out'] ?? []),
    }).toEqual({
      development: { calls: 58, commitments: 257, withdrawn: 26, others: 999 },
      'held-out': { calls: 25, commitments: 96, withdrawn: 0, others: 413 },
    });
  });

  it('include sales, recruiting and internal calls in each half', () => {
    const kinds = calls.map(({ half, kind }) => `${half} ${kind}`);
    expect(new Set(kinds).size).toBe(7);
  });
});
