import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import { builder } from '../../core/builder.ts';
import { futureIssues } from '../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../core/context.ts';
import { invalidInput } from '../../core/input.ts';

export const ConversationPeriodInput = builder.inputType('ConversationPeriod', {
  description: 'A period of time that includes `from` and excludes `to`.',
  fields: (t) => ({
    from: t.field({
      type: 'DateTime',
      description:
        'Start of the period, inclusive. If omitted, the period has no start, unless the field or argument that uses the period says otherwise.',
    }),
    to: t.field({
      type: 'DateTime',
      description:
        'End of the period, exclusive; at most ten minutes in the future, because clocks differ. Defaults to now (in `ActivityFilter`, to ten minutes from now), unless the field or argument that uses the period says otherwise.',
    }),
  }),
});

/** @throws InvalidInputError naming `from` or `to` */
export function readPeriod(period: Period | null | undefined, path: string[], context: GraphContext): Period {
  const { from, to } = period ?? {};
  const [issue] = futureIssues({ from, to }, context.now());
  if (issue) throw invalidInput([...path, ...issue.path], issue.message);
  if (from && to && from >= to) throw invalidInput([...path, 'from'], 'must be before to');
  return { from, to };
}

/** Requires `from`; `to` defaults to now. @throws InvalidInputError naming `from` or `to` */
export function readClosedPeriod(period: Period, path: string[], context: GraphContext): ClosedPeriod {
  const { from, to } = readPeriod(period, path, context);
  if (!from) throw invalidInput([...path, 'from'], 'is required');
  return { from, to: to ?? context.now() };
}

/** Rounds a time up to a whole second, the precision of the tools. */
export const nextSecond = (date: Date) => new Date(Math.ceil(date.getTime() / 1000) * 1000);

export const startOfSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** An unknown time (null) counts as within the period. */
export function isWithin({ from, to }: Period, time: Date | null): boolean {
  if (time === null) return true;
  return (!from || time >= from) && (!to || time < to);
}
