import { describe, expect, it } from 'vitest';
import { readLabelledCalls } from './labelled-calls.ts';

const calls = await readLabelledCalls();

function sizeOf(some: typeof calls) {
  const commitments = some.flatMap(({ id, sentences }) =>
    sentences.flatMap(({ commitment }) => (commitment ? `${id} ${commitment.number}` : [])),
  );
  const others = some.flatMap(({ sentences }) => sentences.filter(({ commitment }) => commitment === null));
  return { calls: some.length, commitments: new Set(commitments).size, others: others.length };
}

describe('the labelled calls', () => {
  it('contain enough commitments and other sentences in each half', () => {
    const halves = Object.groupBy(calls, ({ half }) => half);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect({
      development: sizeOf(halves.development ?? []),
      'held-out': sizeOf(halves['held-out'] ?? []),
    }).toEqual({
      development: { calls: 26, commitments: 93, others: 428 },
      'held-out': { calls: 25, commitments: 96, others: 413 },
    });
  });

  it('include sales, recruiting and internal calls in each half', () => {
    const kinds = calls.map(({ half, kind }) => `${half} ${kind}`);
    expect(new Set(kinds).size).toBe(6);
  });
});
