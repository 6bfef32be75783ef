import type { ListEntryRecord } from '../../../tools/talent/list.ts';
import type { SignalRecord } from '../../../tools/talent/signal.ts';
import type { GraphContext } from '../../core/context.ts';
import { perKeyLoader, nullIfNotFound, perOperation } from '../../core/loader.ts';

export const signalLoader = perOperation((context) =>
  perKeyLoader(context, (id: string) => nullIfNotFound(context.talent.signal(id))),
);

export function primeSignals(context: GraphContext, signals: readonly SignalRecord[]): void {
  const loader = signalLoader(context);
  for (const signal of signals) loader.prime(signal.id, signal);
}

export function primeEntrySignals(context: GraphContext, entries: readonly ListEntryRecord[]): void {
  primeSignals(
    context,
    entries.flatMap(({ signal }) => (signal ? [signal] : [])),
  );
}

/** Loads all signals of a person. The tool takes the id of any of them, so one call per LinkedIn id is enough. */
export const samePersonLoader = perOperation((context) =>
  perKeyLoader(
    context,
    async ({ id }: { id: string; linkedinId: string }) => {
      const { items } = await context.talent.signalsOfSamePerson(id);
      primeSignals(context, items);
      return items;
    },
    ({ linkedinId }) => linkedinId,
  ),
);
