import type { SignalRecord } from '../../../tools/talent/signal.ts';
import { oncePer } from '../../core/loader.ts';
import type { MatchedName } from './evidence.ts';
import { compareNames, type NameKey } from './names/compare-names.ts';
import { type PersonName, parsePersonName } from './names/person-name.ts';

/** One person, who can have several signals. */
export interface Person {
  /** The person's LinkedIn id; without one, the id of the person's only signal. */
  id: string;
  /** Never empty; a newer signal can have another name or career. */
  signals: readonly SignalRecord[];
}

export const personIdOf = ({ linkedinId, id }: SignalRecord) => linkedinId ?? id;

/** Groups signals by LinkedIn id; a signal without a LinkedIn id counts as a separate person. */
export const groupByPerson = (signals: Iterable<SignalRecord>): Person[] =>
  [...Map.groupBy(signals, personIdOf)].map(([id, ofPerson]) => ({
    id,
    signals: ofPerson,
  }));

/** Returns the best name key among the names on the person's signals. */
export function personNameKey({ signals }: Person, guestName: PersonName): MatchedName | null {
  const textByKey = new Map<NameKey, string>();
  for (const signal of signals) {
    const { name } = nameOf(signal);
    const key = name && compareNames(name, guestName);
    if (key && signal.fullName && !textByKey.has(key)) textByKey.set(key, signal.fullName);
  }
  for (const key of ['FULL_NAME', 'NICKNAME', 'SIMILAR_NAME'] as const) {
    const text = textByKey.get(key);
    if (text !== undefined) return { key, text };
  }
  return null;
}

/** In an object, because `oncePer` does not cache null. */
const nameOf = oncePer(({ fullName }: SignalRecord) => ({ name: parsePersonName(fullName, { isProfile: true }) }));
