import { describe, expect, it } from 'vitest';
import { scoreCall } from '../../../../../../src/platform/services/conversation/analysis/insights/call-score.ts';
import { scoreAgreement, scoreCalls } from '../../../../../bench/quality/scores.ts';
import { readRankedCalls } from '../../../../../support/ranked-calls/ranked-calls.ts';

const minute = 60_000;
const segment = (participant: string | null, from: number, to: number, text = 'so many words here') => ({
  participant_id: participant,
  start_ms: from * minute,
  end_ms: to * minute,
  text,
});
/** Two participants who take turns of equal length, in minutes. */
const alternating = (length: number, turns: number) =>
  Array.from({ length: turns }, (_, index) =>
    segment(index % 2 === 0 ? 'a' : 'b', index * length, (index + 1) * length),
  );
const question = (flags: { engaging?: boolean; insightful?: boolean }) => ({
  participant_id: 'a',
  start_ms: 0,
  end_ms: 1,
  text: 'Why?',
  is_engaging: flags.engaging === true,
  is_insightful: flags.insightful === true,
});
const repeated = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
const english = (segments: ReturnType<typeof segment>[], questions: ReturnType<typeof question>[] = []) =>
  scoreCall(segments, { questions, isEnglish: true });

describe('the call score', () => {
  it('agrees with calls ranked by hand', async () => {
    expect(scoreAgreement(await scoreCalls(await readRankedCalls()))).toBeGreaterThanOrEqual(0.39);
  });

  it('scores up to 25 for insightful questions, half of it for 2 in ten minutes', () => {
    const call = alternating(2, 5);
    const gain = (count: number) =>
      (english(call, repeated(count, question({ insightful: true }))) ?? 0) - (english(call) ?? 0);
    expect([1, 2, 6, 18].map(gain)).toEqual([8.3, 12.5, 18.8, 22.5].map((value) => expect.closeTo(value, 5)));
  });

  it('scores a call shorter than five minutes as if it lasted five', () => {
    const gain = (call: ReturnType<typeof segment>[]) =>
      (english(call, [question({ insightful: true })]) ?? 0) - (english(call) ?? 0);
    expect(gain(alternating(1, 2))).toBeCloseTo(12.5, 5);
    expect(gain(alternating(1, 5))).toBeCloseTo(12.5, 5);
    expect(gain(alternating(1, 10))).toBeCloseTo(8.3, 5);
  });

  it('scores 25 when half of at least four questions are engaging', () => {
    const call = alternating(2, 5);
    const gain = (engaging: number, others: number) =>
      (english(call, [...repeated(engaging, question({ engaging: true })), ...repeated(others, question({}))]) ?? 0) -
      (english(call) ?? 0);
    expect([gain(3, 3), gain(6, 0), gain(1, 3), gain(1, 0), gain(2, 18)]).toEqual(
      [25, 25, 12.5, 12.5, 5].map((value) => expect.closeTo(value, 5)),
    );
  });

  it('scores up to 30 for exchange, from 1.5 to 5 speaker changes per minute', () => {
    const exchange = (perMinute: number) => (english(alternating(1 / perMinute, perMinute * 100 + 1)) ?? 0) - 20;
    expect([1, 1.5, 5, 8].map(exchange)).toEqual([0, 0, 30, 30].map((value) => expect.closeTo(value, 0)));
    expect(exchange(3.25)).toBeCloseTo(15, 0);
  });

  it('does not count a backchannel as a speaker change', () => {
    const listened = [segment('a', 0, 0.4), segment('b', 0.4, 0.5, 'Yes, I see.'), segment('a', 0.5, 0.9)];
    const joined = [segment('a', 0, 0.4), segment('b', 0.4, 0.5, 'Yes, I do see.'), segment('a', 0.5, 0.9)];
    expect([english(listened), english(joined)]).toEqual([15, 21.2]);
  });

  it('scores up to 10 for balance and 10 for time outside monologues', () => {
    expect(english([segment('a', 0, 1), segment('b', 1, 2)])).toBe(20);
    expect(english([segment('a', 0, 1), segment('a', 1, 2), segment('b', 2, 3)])).toBe(12.5);
    expect(english([segment('a', 0, 1.5), segment('b', 1.5, 3)])).toBe(10);
  });

  it('scales the other components to 100 without insightful questions', () => {
    const lively = alternating(0.1, 100);
    const questions = repeated(4, question({ engaging: true }));
    expect(scoreCall(lively, { questions, isEnglish: false })).toBe(100);
    expect(scoreCall(lively, { questions, isEnglish: true })).toBe(75);
  });

  it('returns null when fewer than two known participants spoke', () => {
    expect(english([])).toBe(null);
    expect(english([segment('a', 0, 2), segment(null, 2, 4)])).toBe(null);
    expect(english([segment('a', 0, 2), segment('b', 2, 2)])).toBe(null);
    expect(english([segment('a', 0, 2), segment('b', 2, 4, '…')])).toBe(null);
  });
});
