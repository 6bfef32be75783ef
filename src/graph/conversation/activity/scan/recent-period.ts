import { z } from 'zod';
import type { ClosedPeriod, Period } from '../../../../connector/conversation/conversation-client.ts';
import type { FieldArguments } from '../../../../operation/cost/call-cost.ts';
import { boundedDate } from '../../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../../core/context.ts';
import { windowMs, windowsOf } from './activity-scan.ts';
import { nextSecond, readPeriod } from '../period.ts';

/**
 * Completes the period of a field that reads all activities in the period. `from` defaults to 180 days before the end,
 * which fits one window. Without `to`, the period includes activities that start ahead of this server's clock.
 * @throws InvalidInputError naming `from` or `to`
 */
export function readRecentPeriod(period: Period | null | undefined, path: string[], context: GraphContext) {
  const { from, to } = readPeriod(period, path, context);
  return { from: from ?? recentStart(to ?? context.now()), to: to ?? null };
}

/** Returns the time 180 days before `end`, which is first rounded up to a whole second. */
export const recentStart = (end: Date) => boundedDate(nextSecond(end).getTime() - windowMs);

export const periodArgument = z.object({ from: z.date().nullish(), to: z.date().nullish() }).nullish();

/** Calls for the period in the argument `name`: one per window, as if no window had more than 500 activities. */
export const recentPeriodCalls =
  (name: string) =>
  (args: FieldArguments): number => {
    const { from, to } = periodArgument.parse(args[name]) ?? {};
    const end = to ?? new Date();
    const period: ClosedPeriod = { from: from ?? recentStart(end), to: nextSecond(end) };
    return Math.max(1, windowsOf(period).length);
  };
