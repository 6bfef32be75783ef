import { describe, expect, it } from 'vitest';
import {
  createStartTimeCache,
  maxActivities,
  maxPerIdentifier,
} from '../../../../src/graph/conversation/activity/scan/start-time-cache.ts';
import { spansOf } from '../../../../src/graph/conversation/activity/activity-loader.ts';

const started = (id: string, time: number | null) => ({ id, startedAt: time === null ? null : new Date(time) });

const many = (count: number) => Array.from({ length: count }, (_, index) => started(`m${index}`, index));

describe('start times of activities', () => {
  it('are separate for each identifier', () => {
    const times = createStartTimeCache();
    times.add('ada', [started('a', 1)]);

    expect(times.startOf('ada', 'a')).toBe(1);
    expect(times.startOf('ben', 'a')).toBeUndefined();
  });

  it('are replaced by a later time and removed without one', () => {
    const times = createStartTimeCache();
    times.add('ada', [started('a', 1), started('b', 1)]);
    times.add('ada', [started('a', 2), started('b', null)]);

    expect([times.startOf('ada', 'a'), times.startOf('ada', 'b')]).toEqual([2, undefined]);
  });

  it('of one identifier evict the least recently loaded ones of the same identifier only', () => {
    const times = createStartTimeCache();
    times.add('ben', [started('x', 9)]);
    times.add('ada', [started('a', 1), started('b', 2), ...many(maxPerIdentifier - 2)]);
    times.add('ada', [started('a', 1), started('c', 3)]);

    expect(['a', 'b', 'c', 'm0'].map((id) => times.startOf('ada', id))).toEqual([1, undefined, 3, 0]);
    expect(times.startOf('ben', 'x')).toBe(9);
  });

  it('of all identifiers are limited: those of the identifier that loaded least recently are evicted', () => {
    const times = createStartTimeCache();
    const others = Array.from({ length: maxActivities / maxPerIdentifier - 2 }, (_, index) => `other ${index}`);
    for (const identifier of ['ada', 'ben', ...others]) times.add(identifier, many(maxPerIdentifier));
    times.add('ada', [started('m0', 1)]);
    times.add('cleo', [started('d', 4)]);

    expect(['ada', 'ben', 'other 0'].map((identifier) => times.startOf(identifier, 'm0'))).toEqual([1, undefined, 0]);
    expect(times.startOf('cleo', 'd')).toBe(4);
  });

  it('are counted within a span that excludes its end', () => {
    const times = createStartTimeCache();
    times.add('ada', [started('a', 1), started('b', 2), started('c', 3)]);

    expect(times.countWithin('ada', { from: new Date(1), to: new Date(3) })).toBe(2);
    expect(times.countWithin('ben', { from: new Date(1), to: new Date(3) })).toBe(0);
  });
});

describe('spans of activities with known starts', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const before = (minutes: number) => now.getTime() - minutes * 60_000;
  const known = [
    { id: 'a', startedAtMs: before(1) },
    { id: 'b', startedAtMs: before(600) + 1 },
    { id: 'c', startedAtMs: before(600) + 999 },
  ];

  it('are one for all activities of a window if few activities lie between them', () => {
    expect(spansOf(known, { now, count: () => 500 })).toEqual([
      { ids: ['a', 'b', 'c'], from: new Date(before(600)), to: new Date(before(1) + 1000) },
    ]);
  });

  it('are one per second if they need no more calls than the pages between them', () => {
    expect(spansOf(known, { now, count: () => 501 })).toEqual([
      { ids: ['a'], from: new Date(before(1)), to: new Date(before(1) + 1000) },
      { ids: ['b', 'c'], from: new Date(before(600)), to: new Date(before(600) + 1000) },
    ]);
  });

  it('are separate for each window', () => {
    const old = { id: 'd', startedAtMs: before(181 * 1440) };

    expect(spansOf([...known, old], { now, count: () => 0 }).map(({ ids }) => ids)).toEqual([['a', 'b', 'c'], ['d']]);
  });
});
