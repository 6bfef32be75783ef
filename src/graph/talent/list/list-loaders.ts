import type { ListEntryRecord, ListRecord } from '../../../tools/talent/list.ts';
import type { GraphContext } from '../../core/context.ts';
import { primeEntrySignals } from '../signal/signal-loaders.ts';
import { batchLoader, perKeyLoader, nullIfNotFound, oneOrAllLoader, perOperation } from '../../core/loader.ts';

export const listLoader = perOperation((context) =>
  oneOrAllLoader(context, { one: context.talent.list, all: context.talent.lists }),
);

export const listEntryLoader = perOperation((context) =>
  perKeyLoader(
    context,
    async (key: { listId: string; id: string }) => {
      const entry = await nullIfNotFound(context.talent.listEntry(key));
      if (entry) primeEntrySignals(context, [entry]);
      return entry;
    },
    ({ listId, id }) => JSON.stringify([listId, id]),
  ),
);

/** Primes the loaders with entries and their signals. Unreadable entries are undefined. */
export function primeListEntries(context: GraphContext, items: readonly (ListEntryRecord | undefined)[]): void {
  const entries = items.filter((entry) => entry !== undefined);
  const loader = listEntryLoader(context);
  for (const entry of entries) loader.prime({ listId: entry.listId, id: entry.id }, entry);
  primeEntrySignals(context, entries);
}

export const signalEntriesLoader = perOperation((context) =>
  perKeyLoader(context, (signalId: string) => context.talent.signalEntries(signalId)),
);

/** Loads the lists that contain a signal. Waits for the entries of all signals, so that one call loads all lists. */
export const signalListsLoader = perOperation((context) => {
  const entries = signalEntriesLoader(context);
  const lists = listLoader(context);
  return batchLoader<string, ListRecord[]>(context, async (signalIds) => {
    const entriesBySignal = await entries.loadMany(signalIds);
    const idsBySignal = entriesBySignal.map((found) => (found instanceof Error ? found : distinctListIds(found)));
    const distinct = new Set(idsBySignal.flatMap((ids) => (ids instanceof Error ? [] : ids)));
    // Ignore a failure here: `loadLists` reports it for each signal that needs a list.
    if (distinct.size > 0) await lists.loadAll(distinct.size).catch(() => {});
    return Promise.all(idsBySignal.map(async (ids) => (ids instanceof Error ? ids : loadLists(ids))));
  });

  async function loadLists(ids: string[]): Promise<ListRecord[] | Error> {
    const found = await lists.byId.loadMany(ids);
    const failure = found.find((list) => list instanceof Error);
    return failure ?? found.flatMap((list) => (list === null || list instanceof Error ? [] : [list]));
  }
});

const distinctListIds = (entries: readonly ListEntryRecord[]) => [...new Set(entries.map(({ listId }) => listId))];
