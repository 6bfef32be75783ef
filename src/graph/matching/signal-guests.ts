import type DataLoader from 'dataloader';
import type { ActivityRecord, ParticipantRecord } from '../../tools/conversation/activity.ts';
import type { SignalRecord } from '../../tools/talent/signal.ts';
import type { GraphContext } from '../core/context.ts';
import { batchLoader, perOperation } from '../core/loader.ts';
import { scanActivities } from '../conversation/activity/scan/activity-scan.ts';
import { isWithin } from '../conversation/activity/period.ts';
import { guestsAmong } from './guests.ts';
import { NameIndex } from './rules/names/name-index.ts';
import { nameOfGuest, parsePersonName } from './rules/names/person-name.ts';

/** A person from outside the team in a conversation. */
export interface Guest {
  activity: ActivityRecord;
  participant: ParticipantRecord;
}

/** A null `to` means until now, with activities that start ahead of this server's clock. */
export interface ScannedPeriod {
  from: Date;
  to: Date | null;
}

/** Loads the guests who have the name of a signal. Signals of an operation share the scan of a period. */
export function signalGuestsLoader(
  period: ScannedPeriod,
  context: GraphContext,
): DataLoader<SignalRecord, Guest[], string> {
  const loaders = loadersByPeriod(context);
  const key = `${period.from.getTime()} ${period.to?.getTime()}`;
  const loader =
    loaders.get(key) ??
    batchLoader<SignalRecord, Guest[], string>(context, (signals) => findGuests(signals, period, context), {
      cacheKeyFn: ({ id }) => id,
    });
  loaders.set(key, loader);
  return loader;
}

const loadersByPeriod = perOperation(() => new Map<string, DataLoader<SignalRecord, Guest[], string>>());

async function findGuests(
  signals: readonly SignalRecord[],
  period: ScannedPeriod,
  context: GraphContext,
): Promise<Guest[][]> {
  const guests = new Map<SignalRecord, Guest[]>(signals.map((signal) => [signal, []]));
  if (!signals.some(({ fullName }) => parsePersonName(fullName, { isProfile: true }))) return [...guests.values()];
  const findSignals = signalsByName(signals);
  let [activityCount, participantCount] = [0, 0];
  const { from, to } = period;
  const { turns } = context.operation;
  const scan = { by: 'occurred', from, to: to ?? context.now(), readsAll: true } as const;
  for await (const { items } of scanActivities(context, scan)) {
    const isGuest = await guestsAmong(items, context);
    for (const activity of items) {
      activityCount += 1;
      participantCount += activity.participants.length;
      if (!isWithin(period, activity.startedAt)) continue;
      for (const participant of activity.participants) {
        if (turns.isDue) await turns.take();
        const name = isGuest(participant) ? nameOfGuest(participant) : null;
        if (name === null) continue;
        for (const signal of findSignals(name)) guests.get(signal)?.push({ activity, participant });
      }
    }
  }
  if (activityCount > 0 && participantCount === 0) warnOfMissingParticipants(context);
  return [...guests.values()];
}

/** Returns a lookup of signals by the name of a guest. Caches names: most guests take part in several conversations. */
function signalsByName(signals: readonly SignalRecord[]) {
  const index = new NameIndex(signals, ({ fullName }) => fullName);
  const found = new Map<string, readonly SignalRecord[]>();
  return (text: string): readonly SignalRecord[] => {
    const known = found.get(text);
    if (known) return known;
    const name = parsePersonName(text);
    const signalsOfName = name ? index.find(name).map(({ item }) => item) : [];
    found.set(text, signalsOfName);
    return signalsOfName;
  };
}

/** Warns once per connector: a service may leave out participants, and then no conversation has a guest. */
export function warnOfMissingParticipants({ connector, log }: GraphContext): void {
  if (warned.has(connector)) return;
  warned.add(connector);
  log.warn('activities have no participants: conversations cannot be matched with people');
}

const warned = new WeakSet<GraphContext['connector']>();
