import type { ClosedPeriod } from '../../../connector/conversation/conversation-client.ts';
import { activitiesPageSize } from '../../../tools/conversation/vocabulary.ts';
import { windowMs } from './activity-scan.ts';

/** An activity with its start when it was last loaded. */
export interface KnownActivity {
  key: string;
  /** In epoch milliseconds. */
  startedAtMs: number;
}

/** A span of time that contains the known starts of some activities. Its ends are whole seconds. */
export interface KnownSpan extends ClosedPeriod {
  keys: string[];
}

export interface SpanOptions {
  now: Date;
  /** Returns the minimum number of activities in a span. */
  count: (span: ClosedPeriod) => number;
}

/**
 * Chooses the spans of time to list for activities with known starts, with no more calls than a scan from now back to
 * the oldest. Such a scan makes at least one call per window (180 days), and reads whole pages. Therefore the activities
 * of a window share one span, unless this span has at least as many pages as the activities have different starts.
 */
export function spansOf(activities: readonly KnownActivity[], { now, count }: SpanOptions): KnownSpan[] {
  const byWindow = Map.groupBy(activities, ({ startedAtMs }) => Math.floor((now.getTime() - startedAtMs) / windowMs));
  return [...byWindow.values()].flatMap((ofWindow) => {
    const bySecond = Map.groupBy(ofWindow, ({ startedAtMs }) => Math.floor(startedAtMs / 1000));
    const seconds = [...bySecond.keys()];
    const keysOf = (known: readonly KnownActivity[]) => known.map(({ key }) => key);
    const span = { ...spanOf(Math.min(...seconds), Math.max(...seconds)), keys: keysOf(ofWindow) };
    if (bySecond.size > Math.ceil(count(span) / activitiesPageSize)) return [span];
    return Array.from(bySecond, ([second, known]) => ({ ...spanOf(second, second), keys: keysOf(known) }));
  });
}

/** Returns the span from the start of the first to the end of the last second. */
const spanOf = (first: number, last: number): ClosedPeriod => ({
  from: new Date(first * 1000),
  to: new Date((last + 1) * 1000),
});
