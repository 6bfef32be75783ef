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
 * Whether one of two different given names is a nickname of the other, or both are nicknames of the same name. Expects
 * results of `respell`: names in any other spelling may not be recognized.
 */
export function isSameGivenName(a: string, b: string): boolean {
  const namesOfA = namesByNickname.get(a);
  const namesOfB = namesByNickname.get(b);
  if (namesOfA?.has(b) || namesOfB?.has(a)) return true;
  if (hasSameFirstThreeLetters(a, b) && (isShortForm(a, b) || isShortForm(b, a))) return true;
  return namesOfA !== undefined && namesOfB !== undefined && [...namesOfA].some((name) => namesOfB.has(name));
}

/** The ending of a short form, as in `Dani`. An `i` after an `a`, as in `Mihai`, belongs to the full name. */
const hypocoristicEnding = /(?<=.{3})(?:ie|[aeouy]|(?<!a)i)$/;
/** Endings that turn a given name into another name: `Paul` is not short for `Paulina`, nor `Evan` for `Evans`. */
const otherNameEnding =
  /^(?:.|[in]?[an]a|in[ae]|i[ae]|ell?[ae]|ett[ae]|s?s?on|s?sen|[oe]va?|ez|escu|[iy]an|i[ck]|enko|sk[aiy]|oglu)$/;
const masculineEnding = /(?:[ou]s?|an|av|e[rlv]|ar)$/;
/** A syllable of a Chinese given name. One syllable is a complete name: `Wen` is not short for `Wenjie`. */
const syllable = '(?:[zcs]h|[b-df-hj-np-tw-z])?[aeiou]{1,3}(?:ng?)?';
const oneSyllable = new RegExp(`^${syllable}$`);
const syllables = new RegExp(`^(?:${syllable})+$`);

/** Compares character codes, which is faster than slicing. */
const hasSameFirstThreeLetters = (a: string, b: string) =>
  a.charCodeAt(0) === b.charCodeAt(0) && a.charCodeAt(1) === b.charCodeAt(1) && a.charCodeAt(2) === b.charCodeAt(2);

/** Whether an unlisted given name is short for another: `Gui` for `Guilherme`, `Franci` for `Francesca`. */
function isShortForm(short: string, long: string): boolean {
  if (short.length < 3 || short.length >= long.length) return false;
  const stem = short.replace(hypocoristicEnding, '');
  if (!long.startsWith(stem) || isGivenName(short)) return false;
  const isOtherName = long.startsWith(short)
    ? otherNameEnding.test(long.slice(short.length)) && !/[iy]$/.test(short)
    : long.length < short.length + 2;
  const hasOtherGender =
    (short.endsWith('a') && masculineEnding.test(long)) || (short.endsWith('o') && long.endsWith('a'));
  if (isOtherName || hasOtherGender) return false;
  return !(oneSyllable.test(short) && syllables.test(long));
}
