import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { InvalidInputError } from '../../errors/errors.ts';

export const ConversationPeriodInput = builder.inputType('ConversationPeriod', {
  description: 'A span of time, half-open: from ≤ t < to.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Begin, included.' }),
    to: t.field({ type: 'DateTime', description: 'End, excluded; now when omitted, never in the future.' }),
  }),
});

/** Checks a span that may be open. @throws InvalidInputError naming the end at fault */
export function readPeriod(period: Period | null | undefined, path: string[], context: GraphContext): Period {
  const { from, to } = period ?? {};
  const now = context.now();
  if (from && from > now) throw invalid([...path, 'from'], 'must not be in the future');
  if (to && to > now) throw invalid([...path, 'to'], 'must not be in the future');
  if (from && to && from >= to) throw invalid([...path, 'from'], 'must be before to');
  return { from, to };
}

/** Checks a span for a tool that wants both ends; the end is now when omitted. @throws InvalidInputError */
export function readClosedPeriod(period: Period, path: string[], context: GraphContext): ClosedPeriod {
  const { from, to } = readPeriod(period, path, context);
  if (!from) throw invalid([...path, 'from'], 'must be given');
  return { from, to: to ?? context.now() };
}

const invalid = (path: string[], message: string) => new InvalidInputError([{ path, message }]);

/** The tools know whole seconds: the end asked for is the next one. */
export const nextSecond = (date: Date) => new Date(Math.ceil(date.getTime() / 1000) * 1000);

/** Whether a point in time is in the span to the millisecond; what has no time is let through. */
export function isWithin({ from, to }: Period, time: Date | null): boolean {
  if (time === null) return true;
  return (!from || time >= from) && (!to || time < to);
}
