import { givenNames } from './given-names.ts';
import { respell } from './spelling.ts';

/** The names that a nickname may be short for, by nickname. All are results of `respell`. */
const namesByNickname = new Map<string, Set<string>>();
for (const [name = '', nicknames = ''] of givenNames.split('; ').map((entry) => entry.split(': '))) {
  for (const nickname of nicknames.split(' ').map(respell)) {
    namesByNickname.set(nickname, (namesByNickname.get(nickname) ?? new Set<string>()).add(respell(name)));
  }
}
const fullNames = new Set([...namesByNickname.values()].flatMap((names) => [...names]));

/** Expects the result of `respell`. */
export const isGivenName = (word: string): boolean => namesByNickname.has(word) || fullNames.has(word);

/**
 * Whether one of two different given names is a nickname of the other, or both are nicknames of one name. Expects results
 * of `respell`; other spellings may not be found.
 */
export function isSameGivenName(a: string, b: string): boolean {
  const namesOfA = namesByNickname.get(a);
  const namesOfB = namesByNickname.get(b);
  if (namesOfA?.has(b) || namesOfB?.has(a)) return true;
  return namesOfA !== undefined && namesOfB !== undefined && [...namesOfA].some((name) => namesOfB.has(name));
}
