import { type RawBuilder, sql } from 'kysely';
import { fromUtcText, isShortRange } from '../../../../tools/conversation/date-time.ts';
import { futureIssues } from '../../../../tools/rules/date-bounds.ts';
import { maxRangeMonths } from '../../../../tools/conversation/vocabulary.ts';

type TimeRange = ReturnType<typeof parseRange>;

/**
 * Parses a half-open range: `from` is included, `to` is not. Reports times in the future as issues, except times up to
 * 10 minutes after `now`, because clocks differ; the returned `to` is at most `now`. If `isLimited`, a range of six
 * months or more is also an issue; a range without an end counts as ending now.
 */
export function parseRange<Name extends string>(
  input: { readonly [Parameter in Name]?: string | undefined },
  { names, now, isLimited = false }: { names: readonly [from: Name, to: Name]; now: Date; isLimited?: boolean },
) {
  const [fromName, toName] = names;
  const [fromText, toText] = [input[fromName], input[toName]];
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
