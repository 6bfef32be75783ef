import { type RawBuilder, sql } from 'kysely';
import type { InputIssue } from '../../../../tools/rules/input-issues.ts';
import { fromUtcText, isShortRange } from '../../../../tools/conversation/date-time.ts';
import { futureIssues } from '../../../../tools/rules/date-bounds.ts';
import { maxRangeMonths } from '../../../../tools/conversation/vocabulary.ts';

export interface RangeParameters {
  from: readonly [name: string, text: string | undefined];
  to: readonly [name: string, text: string | undefined];
}

/** A half-open range of time: `from` is included, `to` is not. */
export interface TimeRange {
  from: Date | undefined;
  to: Date | undefined;
  /** Empty for a valid range. */
  issues: InputIssue[];
}

/**
 * Reports times in the future as issues, except an end close to `now`: clocks differ. If `isLimited`, a range of six
 * months or more is also an issue; a range without an end counts as ending now.
 */
export function parseRange(
  { from: [fromName, fromText], to: [toName, toText] }: RangeParameters,
  { now, isLimited = false }: { now: Date; isLimited?: boolean },
): TimeRange {
  const from = fromText === undefined ? undefined : fromUtcText(fromText);
  const requestedTo = toText === undefined ? undefined : fromUtcText(toText);
  const to = requestedTo && requestedTo > now ? now : requestedTo;
  const issues = futureIssues({ [fromName]: from, [toName]: requestedTo }, now);
  if (isLimited && from && !isShortRange(from, to ?? now)) {
    issues.push({ path: [fromName], message: `must be less than ${maxRangeMonths} months before ${toName}` });
  }
  return { from, to, issues };
}

export function isWithin(column: string, { from, to }: TimeRange): RawBuilder<boolean> {
  const start = from ? sql`${sql.ref(column)} >= ${from}` : sql`true`;
  const end = to ? sql`${sql.ref(column)} < ${to}` : sql`true`;
  return sql<boolean>`${start} and ${end}`;
}
