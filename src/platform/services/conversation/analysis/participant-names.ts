import { plainText } from '../plain-text.ts';
import type { Participant } from './conversation.ts';

/** "Project Manager", "PhD F", "Dr Shah": the first word does not name a person. */
const roleWord =
  /^(?:the|project|industrial|user|marketing|sales|product|phd|grad|student|professor|prof|dr|mr|mrs|ms|miss|hon|right|sir|speaker|chair|agent|customer|caller|host|guest|interviewer|candidate|unknown)\.?$/i;

/** Not "+49 170 …", "ann@example.com" or "J. Smith". */
const givenName = /^[\p{L}\p{M}'’-]{2,}$/u;

const firstOf = (name: string) => name.split(/\s+/)[0] ?? '';

/** Longer names would exceed the size limit of regular expressions. */
const maxNameCharacters = 100;

/** Shortens names and removes their line breaks, so that they can be quoted in texts and patterns. */
export const withPlainNames = (participants: readonly Participant[]): Participant[] =>
  participants.map(({ id, name }) => ({
    id,
    name: name === null ? null : plainText(name.slice(0, maxNameCharacters)),
  }));

/** Names by participant id: first names where they identify a participant, otherwise full names without brackets. */
export function namesOf(participants: readonly Participant[]): Map<string, string> {
  const full = participants.flatMap(({ id, name }) => {
    const plain = (name ?? '').split('(', 1).join('').trim();
    return plain === '' ? [] : [{ id, name: plain, first: firstOf(plain) }];
  });
  const counts = new Map<string, number>();
  for (const { first } of full) counts.set(first, (counts.get(first) ?? 0) + 1);
  return new Map(
    full.map(({ id, name, first }) => [
      id,
      counts.get(first) === 1 && givenName.test(first) && !roleWord.test(first) ? first : name,
    ]),
  );
}
