import { fromUtcText, isShortRange } from '../../../../tools/conversation/date-time.ts';
import { longestRangeMonths } from '../../../../tools/conversation/vocabulary.ts';
import type { InputIssue } from '../../../../tools/coded-error.ts';

/** A half-open range of time: `from` is in it, `to` is not. */
export interface TimeRange {
  from: Date | undefined;
  to: Date | undefined;
}

/** A range as the tools take it: two parameters and their values. */
export interface RangeInput {
  from: readonly [parameter: string, text: string | undefined];
  to: readonly [parameter: string, text: string | undefined];
}

export const timeRange = ({ from: [, from], to: [, to] }: RangeInput): TimeRange => ({
  from: from === undefined ? undefined : fromUtcText(from),
  to: to === undefined ? undefined : fromUtcText(to),
});

/** What of a range lies in the future. */
export function futureIssues(range: RangeInput, now: Date): InputIssue[] {
  return [range.from, range.to].flatMap(([parameter, text]) =>
    text !== undefined && fromUtcText(text) > now ? [{ path: [parameter], message: 'must not be in the future' }] : [],
  );
}

/** A range that has no end is measured to the present. */
export function lengthIssues(range: RangeInput, now: Date): InputIssue[] {
  const { from, to } = timeRange(range);
  if (from === undefined || isShortRange(from, to ?? now)) return [];
  const [parameter] = range.from;
  const [end] = range.to;
  return [{ path: [parameter], message: `must be less than ${longestRangeMonths} months before ${end}` }];
}
