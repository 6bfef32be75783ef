import { isOneTypoAway } from '../../../../tools/rules/one-typo.ts';
import { isGivenName, isSameGivenName } from './nicknames.ts';
import type { PersonName, Spelling } from './person-name.ts';
import { respell } from './spelling.ts';

export type NameKey = 'FULL_NAME' | 'NICKNAME' | 'SIMILAR_NAME';

/**
 * Compares two names regardless of case, accents, script, punctuation and word order.
 *
 * - `NICKNAME`: the names are equal apart from nicknames, initials (of given or family names), middle names, one part of
 *   a double surname, or the spelling of a name in another script.
 * - `SIMILAR_NAME`: the names differ by one typing error in a long surname.
 */
export function compareNames(a: PersonName, b: PersonName): NameKey | null {
  if (a.generation && b.generation && a.generation !== b.generation) return null;
  let best = compareWhole(a, b);
  if (a.alternatives.length === 0 && b.alternatives.length === 0) return best;
  for (const one of [a, ...a.alternatives]) {
    for (const other of [b, ...b.alternatives]) {
      if (best === null || best === 'SIMILAR_NAME') best = compareWhole(one, other) ?? best;
    }
  }
  return best;
}

function compareWhole(a: PersonName, b: PersonName): NameKey | null {
  const asWritten = compareWords(a, b);
  if (asWritten === 'FULL_NAME') return asWritten;
  const [unifiedA, unifiedB] = a.isFoldable || b.isFoldable ? [a.folded, b.folded] : [a.respelled, b.respelled];
  const unified = unifiedA !== a || unifiedB !== b ? compareWords(unifiedA, unifiedB, { isRespelled: true }) : null;
  // Full names can differ by the spelling of a transliteration, but not by another spelling in Latin letters.
  if (unified && (a.isTransliterated || b.isTransliterated)) return unified;
  return (unified ?? asWritten) ? 'NICKNAME' : compareWithTypo(a, b);
}

type PairKind = 'EQUAL' | 'INITIAL' | 'NICKNAME';

/** A word of the shorter name with its index; `at` is the index of its first counterpart in the longer name. */
interface Pair {
  word: string;
  index: number;
  at: number;
  kind: PairKind;
}

/** Pairs the words of the shorter name with words of the longer name; null if the unpaired words rule out a match. */
function compareWords(a: Spelling, b: Spelling, { isRespelled = false } = {}): 'FULL_NAME' | 'NICKNAME' | null {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  if (!canBePaired(short, long)) return null;
  // The words of the longer name; null for each word that has been paired.
  const unpaired: (string | null)[] = [...long.words];
  const pairs: Pair[] = [];
  const pair = (index: number, kind: PairKind, at: number, count = 1): boolean => {
    if (at === -1) return false;
    unpaired.fill(null, at, at + count);
    pairs.push({ word: short.words[index] ?? '', index, at, kind });
    return true;
  };
  const unequal = [...short.words.entries()].filter(([index, word]) => !pair(index, 'EQUAL', unpaired.indexOf(word)));
  if (hasOtherOrder(pairs)) return null;
  const unpairedInShort = unequal.filter(([index, word]) => {
    // Initials are also compared with the word as written: a respelled `Wolfgang` does not begin with W.
    const written = short.written[index] ?? '';
    const joined = joinedWords(word, unpaired);
    const isPaired =
      (joined && pair(index, 'EQUAL', joined.from, joined.count)) ||
      pair(
        index,
        'INITIAL',
        unpaired.findIndex(
          (other, at) => other !== null && (isInitial(word, other) || isInitial(written, long.written[at] ?? '')),
        ),
      ) ||
      pair(
        index,
        'NICKNAME',
        unpaired.findIndex((other, at) => other !== null && isNickname([short, index], [long, at])),
      );
    return !isPaired;
  });
  if (!pairs.some(({ word, kind }) => kind === 'EQUAL' && word.length > 1)) return null;
  const unpairedInLong = unpaired.filter((word) => word !== null && !particles.has(word));
  // An initial without a counterpart can be a middle initial, but contradicts a word that has no counterpart either.
  const isContradicted = (word: string) => !isMinor(word) || (word.length === 1 && unpairedInLong.length > 0);
  if (unpairedInShort.some(([, word]) => isContradicted(word))) return null;
  const missing = unpaired.flatMap((word, at) => (word === null || isMinor(word) ? [] : [at]));
  if (missing.length > 0) return isShortened(pairs, missing, { words: long.words, isRespelled }) ? 'NICKNAME' : null;
  const isComplete = unpairedInShort.length === 0 && unpaired.every((word) => word === null);
  const isEqualWord = ({ word, kind, at }: Pair) => kind === 'EQUAL' && word.length > 1 && long.words[at]?.length !== 1;
  return isComplete && pairs.every(isEqualWord) ? 'FULL_NAME' : 'NICKNAME';
}

/** Whether the family names differ in order, which means two people: `Luis Mamani Quispe`, `Luis Quispe Mamani`. */
function hasOtherOrder(pairs: readonly Pair[]): boolean {
  const [first, ...others] = pairs.filter(({ word }) => !isMinor(word));
  return first?.at === 0 && others.some(({ at }, index) => at < (others[index - 1]?.at ?? 0));
}

/** Quickly rejects names in which a word has no counterpart, which is the most common case. */
function canBePaired(short: Spelling, long: Spelling): boolean {
  let hasEqual = false;
  for (let index = 0; index < short.words.length; index += 1) {
    const word = short.words[index] ?? '';
    if (long.words.includes(word)) hasEqual ||= word.length > 1;
    else if (short.words.length < long.words.length && joinedWords(word, long.words)) hasEqual = true;
    else if (!isMinor(word) && !hasForm(short, index, long)) return false;
  }
  return hasEqual;
}

/** Whether the longer name has an initial or another form of a word of the shorter name. */
function hasForm(short: Spelling, index: number, long: Spelling): boolean {
  const word = short.words[index] ?? '';
  const written = short.written[index] ?? '';
  // The last words of both names are family names, which are not compared as nicknames.
  const lastGiven = long.words.length - (index === short.words.length - 1 ? 2 : 1);
  for (let at = 0; at < long.words.length; at += 1) {
    const other = long.words[at] ?? '';
    if (isInitial(word, other) || isInitial(written, long.written[at] ?? '')) return true;
    const canBeNickname = at <= lastGiven && !short.words.includes(other);
    if (canBeNickname && isSameGivenName(short.spelled[index] ?? '', long.spelled[at] ?? '')) return true;
  }
  return false;
}

/** Finds two or three words that together are `word`, as `Xiao Ming` is `Xiaoming`. */
function joinedWords(word: string, words: readonly (string | null)[]): { from: number; count: number } | null {
  for (let from = 0; from < words.length - 1; from += 1) {
    let joined = words[from] ?? '';
    if (joined === '' || !word.startsWith(joined)) continue;
    for (let count = 2; count <= 3 && joined.length < word.length; count += 1) {
      joined += words[from + count - 1] ?? '';
      if (joined === word) return { from, count };
    }
  }
  return null;
}

/** False for the last words of both names, which are family names even if they look like given names. */
const isNickname = ([a, indexInA]: readonly [Spelling, number], [b, indexInB]: readonly [Spelling, number]): boolean =>
  (indexInA < a.words.length - 1 || indexInB < b.words.length - 1) &&
  isSameGivenName(a.spelled[indexInA] ?? '', b.spelled[indexInB] ?? '');

const particles = new Set(
  'de del della di da das do dos la las los van von vd der den ter el al bin binti bint ibn'.split(' '),
);

export const isParticle = (word: string): boolean => particles.has(word);

/** Whether a word is an initial or a particle, which people often leave out. */
const isMinor = (word: string) => word.length < 6 && (word.length === 1 || particles.has(word));

const isInitial = (a: string, b: string) => (a.length === 1 && b.startsWith(a)) || (b.length === 1 && a.startsWith(b));

/**
 * Whether a shorter name still has a given and a family name: `Ana Ruiz` for `Ana María Ruiz Ortega`.
 * The shorter name can lack middle names, the first of two given names, or a part of a double surname.
 */
function isShortened(
  pairs: readonly Pair[],
  missing: readonly number[],
  { words, isRespelled }: { words: readonly string[]; isRespelled: boolean },
): boolean {
  const lastIndex = words.length - 1;
  const named = pairs.filter(({ word }) => !particles.has(word));
  const [first, last] = [Math.min(...named.map(({ at }) => at)), Math.max(...named.map(({ at }) => at))];
  const [given, initial] = named;
  // The longer name's first word and an initial: `Noa B.` and `Noa Ben-Ari`, or `H. Nguyen` and `Nguyen Minh Hang`.
  if (named.length === 2 && given?.kind === 'EQUAL' && given.at === 0 && initial?.kind === 'INITIAL')
    return words[initial.at] === 'ben' || isFamilyName(words[initial.at] ?? '');
  const isComplete =
    named.length >= 2 &&
    missing.length <= (isRespelled && first > 0 ? 1 : 2) &&
    missing.filter((at) => at < first).length <= 1;
  const family = named.find(
    ({ word, at, kind }) =>
      kind === 'EQUAL' && (at > 0 || last === lastIndex) && (at === lastIndex || isFamilyName(word)),
  );
  if (!isComplete || !family) return false;
  // An initial after the family name must stand for the last word; an initial before it, for a word that precedes all
  // missing words.
  const isInPlace = ({ index, at }: Pair) =>
    index > family.index ? at === lastIndex : family.at > 0 && missing.every((other) => other > at);
  return named.every((pair) => pair.kind !== 'INITIAL' || isInPlace(pair));
}

/** Whether a word can be a family name. `Abdelrahman` and similar words are given names, even after other names. */
const isFamilyName = (word: string) => !isMinor(word) && !isGivenName(respell(word)) && !/^abd[aeu]l/.test(word);

const minMistypedLength = 8;

function compareWithTypo({ words: a }: PersonName, { words: b }: PersonName): 'SIMILAR_NAME' | null {
  const [lastOfA = '', lastOfB = ''] = [a.at(-1), b.at(-1)];
  const isMistyped =
    a[0] === b[0] &&
    Math.min(lastOfA.length, lastOfB.length) >= minMistypedLength &&
    a.slice(0, -1).join(' ') === b.slice(0, -1).join(' ') &&
    isOneTypoAway(lastOfA, lastOfB);
  return isMistyped ? 'SIMILAR_NAME' : null;
}
