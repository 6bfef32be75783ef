import { describe, expect, it } from 'vitest';
import { scoreCall } from '../../../../src/services/conversation/analysis/call-score.ts';

const minute = 60_000;
const segment = (participant: string | null, from: number, to: number) => ({
  participant_id: participant,
  start_ms: from * minute,
  end_ms: to * minute,
  text: 'words',
});
const question = (isEngaging: boolean) => ({
  participant_id: 'a',
  start_ms: 0,
  end_ms: 1,
  text: 'Why?',
  is_engaging: isEngaging,
  is_insightful: false,
});

describe('the call score', () => {
  it('is 100 for equal shares, many answered questions and no monologue', () => {
    const segments = [segment('a', 0, 2), segment('b', 2, 4), segment('a', 4, 6), segment('b', 6, 8)];
    expect(
      scoreCall(
        segments,
        Array.from({ length: 4 }, () => question(true)),
      ),
    ).toBe(100);
  });

  it('counts every part on its own', () => {
    const even = [segment('a', 0, 2), segment('b', 2, 4)];
    expect(scoreCall(even, [])).toBe(50);
    expect(scoreCall(even, [question(true), question(false)])).toBe(87.5);
    expect(scoreCall([segment('a', 0, 6), segment('b', 6, 12)], [])).toBe(40);
    expect(scoreCall([segment('a', 0, 6), segment('a', 6, 12), segment('b', 12, 24)], [])).toBe(30);
    expect(scoreCall([segment('a', 0, 1), segment('b', 1, 4)], [])).toBe(41.8);
  });

  it('is null where fewer than two known people spoke', () => {
    expect(scoreCall([], [])).toBe(null);
    expect(scoreCall([segment('a', 0, 2), segment(null, 2, 4)], [])).toBe(null);
    expect(scoreCall([segment('a', 0, 2), segment('b', 2, 2)], [])).toBe(null);
  });
});
