import { describe, expect, it } from 'vitest';
import { labs, match } from './matched-talk.ts';

describe('a position', () => {
  const talk = (experience: Record<string, unknown>, startedAt: string | null = '2026-03-15T10:00:00Z') =>
    match({ startedAt, signals: [{ experiences: [{ ...labs, is_current: null, ...experience }] }] })[0]?.score;

  it.each([
    ['has no dates', { start_date: null }],
    ['began in the year', { start_date: '2026' }],
    ['began in the month', { start_date: '2026-03' }],
    ['began on the day', { start_date: '2026-03-15' }],
    ['ends in the year', { end_date: '2026' }],
    ['ends in the month', { end_date: '2026-03' }],
    ['ends on the day', { end_date: '2026-03-15' }],
    ['ended later', { end_date: '2026-09' }],
  ])('covers a conversation if it %s', (_, dates) => {
    expect(talk(dates)).toBe(0.95);
  });

  it.each(['2025', '2025-03', '2025-03-15', '2026-02', '2026-03-14'])(
    'counts less if it ended within 12 months before: %s',
    (end_date) => {
      expect(talk({ end_date })).toBe(0.85);
    },
  );

  it.each([
    ['ended in an earlier year', { end_date: '2024' }],
    ['ended in an earlier month', { end_date: '2025-02' }],
    ['ended on an earlier day', { end_date: '2025-03-14' }],
    ['begins in the next year', { start_date: '2027' }],
    ['begins in seven months', { start_date: '2026-10' }],
    ['begins a day after six months', { start_date: '2026-09-16' }],
    ['ended at an unknown time', { is_current: false }],
  ])('does not count if it %s', (_, dates) => {
    expect(talk(dates)).toBeUndefined();
  });

  it.each(['2026-03-16', '2026-04', '2026-09-15'])(
    'counts less if it began up to six months later: %s',
    (start_date) => {
      expect(talk({ start_date })).toBe(0.8);
    },
  );

  it('does not count if the time of the conversation is unknown', () => {
    expect(talk({}, null)).toBeUndefined();
  });

  it('is told with its end', () => {
    const experiences = [{ ...labs, end_date: '2025-12', is_current: false }];
    expect(match({ signals: [{ experiences }] })[0]?.evidence).toBe(
      "Ada Ex, of Example Labs until 2025-12, has the guest's name, and the guest's email address is at the company's domain.",
    );
  });
});
