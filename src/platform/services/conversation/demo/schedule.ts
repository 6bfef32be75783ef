import type { Random } from '../../talent/demo/random.ts';
import { dayInMs } from '../../talent/demo/calendar.ts';
import type { Subject } from './team.ts';

export type SlotKind = Subject | 'sms' | 'voice' | 'in progress';

/** When something takes place, and what it is. */
export interface Slot {
  /** From 1, oldest first. */
  number: number;
  kind: SlotKind;
  startedAt: Date;
}

const counts: readonly (readonly [SlotKind, number])[] = [
  ['sales', 44],
  ['recruiting', 38],
  ['investor', 32],
  ['sms', 18],
  ['voice', 14],
];
/** How long ago they began; what goes on is the latest. */
const minutesInProgress = [34, 21, 12, 5] as const;

const daysCovered = 90;
const hourMs = 60 * 60 * 1000;
const workday = { fromMs: 8 * hourMs, toMs: 17 * hourMs };
/** The last conversation has ended, and what was made of it is there. */
const rest = hourMs;

/** 150 slots in the working hours of three months (UTC), the last ones just before now. Kinds do not depend on now. */
export function planSlots(random: Random, now: Date): Slot[] {
  const kinds = shuffled(
    random,
    counts.flatMap(([kind, count]) => Array.from({ length: count }, () => kind)),
  );
  const hours = workingHours(now);
  const total = hours.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const planned = kinds.map((kind, index) => {
    // Less than a whole step of jitter keeps the order.
    const share = (index + random.int(0, 80) / 100) / kinds.length;
    return { kind, startedAt: timeAt(hours, share * total) };
  });
  const running = minutesInProgress.map((minutes) => ({
    kind: 'in progress' as const,
    startedAt: wholeSecond(now.getTime() - minutes * 60_000),
  }));
  return [...planned, ...running].map((slot, index) => ({ number: index + 1, ...slot }));
}

interface Span {
  fromMs: number;
  toMs: number;
}

function workingHours(now: Date): Span[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const days = Array.from({ length: daysCovered + 1 }, (_, index) => today - (daysCovered - index) * dayInMs);
  return days.flatMap((day) => {
    const weekday = new Date(day).getUTCDay();
    const fromMs = day + workday.fromMs;
    const toMs = Math.min(day + workday.toMs, now.getTime() - rest);
    return weekday === 0 || weekday === 6 || toMs <= fromMs ? [] : [{ fromMs, toMs }];
  });
}

function timeAt(hours: readonly Span[], offsetMs: number): Date {
  let left = offsetMs;
  for (const { fromMs, toMs } of hours) {
    if (left < toMs - fromMs) return wholeSecond(fromMs + left);
    left -= toMs - fromMs;
  }
  return wholeSecond(hours.at(-1)?.toMs ?? 0);
}

const wholeSecond = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);

function shuffled<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: random.int(0, 0x7fffffff) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
