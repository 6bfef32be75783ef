import { describe, expect, it } from 'vitest';
import { createActivityTimes } from '../../../../src/graph/conversation/activity/activity-times.ts';
import { spansOf } from '../../../../src/graph/conversation/activity/known-spans.ts';

const started = (id: string, time: number | null) => ({ id, startedAt: time === null ? null : new Date(time) });

describe('start times of activities', () => {
  it('are separate for each identifier', () => {
    const times = createActivityTimes();
    times.remember('ada', [started('A', 1)]);

    expect(times.timeOf('ada', 'a')).toBe(1);
    expect(times.timeOf('ben', 'a')).toBeUndefined();
  });

  it('are replaced by a later time and forgotten without one', () => {
    const times = createActivityTimes();
    times.remember('ada', [started('a', 1), started('b', 1)]);
    times.remember('ada', [started('a', 2), started('b', null)]);

    expect([times.timeOf('ada', 'a'), times.timeOf('ada', 'b')]).toEqual([2, undefined]);
  });

  it('of one identifier displace the least recently loaded ones of the same identifier only', () => {
    const times = createActivityTimes({ maxPerIdentifier: 2 });
    times.remember('ben', [started('x', 9)]);
    times.remember('ada', [started('a', 1), started('b', 2)]);
    times.remember('ada', [started('a', 1), started('c', 3)]);

    expect(['a', 'b', 'c'].map((id) => times.timeOf('ada', id))).toEqual([1, undefined, 3]);
    expect(times.timeOf('ben', 'x')).toBe(9);
  });

  it('of all identifiers are limited: those of the identifier that loaded least recently are forgotten', () => {
    const times = createActivityTimes({ maxActivities: 3 });
    times.remember('ada', [started('a', 1)]);
    times.remember('ben', [started('b', 2)]);
    times.remember('ada', [started('c', 3)]);
    times.remember('cleo', [started('d', 4)]);

    expect([times.timeOf('ada', 'a'), times.timeOf('ben', 'b'), times.timeOf('ada', 'c')]).toEqual([1, undefined, 3]);
    expect(times.timeOf('cleo', 'd')).toBe(4);
  });

  it('are counted within a span that excludes its end', () => {
    const times = createActivityTimes();
    times.remember('ada', [started('a', 1), started('b', 2), started('c', 3)]);

    expect(times.countWithin('ada', { from: new Date(1), to: new Date(3) })).toBe(2);
    expect(times.countWithin('ben', { from: new Date(1), to: new Date(3) })).toBe(0);
  });
});

describe('spans of activities with known starts', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const before = (minutes: number) => now.getTime() - minutes * 60_000;
  const known = [
    { key: 'a', time: before(1) },
    { key: 'b', time: before(600) + 1 },
    { key: 'c', time: before(600) + 999 },
  ];

  it('are one for all activities of a window if few activities lie between them', () => {
    expect(spansOf(known, { now, count: () => 500 })).toEqual([
      { keys: ['a', 'b', 'c'], from: new Date(before(600)), to: new Date(before(1) + 1000) },
    ]);
  });

  it('are one per second if they need no more calls than the pages between them', () => {
    expect(spansOf(known, { now, count: () => 501 })).toEqual([
      { keys: ['a'], from: new Date(before(1)), to: new Date(before(1) + 1000) },
      { keys: ['b', 'c'], from: new Date(before(600)), to: new Date(before(600) + 1000) },
    ]);
  });

  it('are separate for each window', () => {
    const old = { key: 'd', time: before(181 * 1440) };

    expect(spansOf([...known, old], { now, count: () => 0 }).map(({ keys }) => keys)).toEqual([['a', 'b', 'c'], ['d']]);
  });
});
