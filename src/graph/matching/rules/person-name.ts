import { oncePer } from '../../core/loader.ts';
import { isBeyondAscii, toAscii } from './ascii.ts';
import { isSameGivenName } from './nicknames.ts';

/** A name prepared for comparisons. Words are in lower-case ASCII. */
export interface PersonName {
  /** In the order as written, except that a family name before a comma comes last. */
  words: readonly string[];
  /** Whether the name was written with letters beyond ASCII. */
  isTransliterated: boolean;
}

/** Each of these characters is a syllable or word of its own, which `any-ascii` would join to the next. */
const eastAsianCharacter = /[\p{Script=Han}\p{Script=Hangul}]/gu;
/** Two Greek letters that are written `ou`; `any-ascii` would transliterate them one by one. */
const greekOu = /[οό][υύ]/giu;
/** What meeting programs add to names: `Ada Ex (Example Labs)`, `Ada Ex | Labs`, `Ada Ex - Labs`, `Augusta "Ada" Ex`. */
const additions = /\([^()]*\)|\[[^[\]]*\]|"[^"]*"|\|.*$| - .*$/gs;
/** Also what `any-ascii` writes for soft signs: `Natal'ya`. */
const apostrophes = /['`]/g;
const hasPunctuation = /[^a-z0-9 ]/;
const notInWords = /[^a-z0-9]+/;
const titles = new Set('dr mr mrs ms miss prof professor sir jr sr ii iii iv phd md mba esq'.split(' '));

/** More words than names have. The time of comparisons grows with the square of their number. */
export const maxNameWords = 20;

/** Returns null for email addresses, numbers and names of one word, which do not identify a person. */
export function parsePersonName(text: string | null | undefined): PersonName | null {
  if (!text || text.includes('@')) return null;
  const isTransliterated = isBeyondAscii(text);
  const name = (isTransliterated ? spelledInAscii(text) : text).toLowerCase();
  const words = (hasPunctuation.test(name) ? withoutAdditions(name) : name)
    .split(notInWords)
    .filter((word) => word !== '' && !titles.has(word));
  if (words.length < 2 || words.length > maxNameWords || !words.some((word) => /^[a-z]{2}/.test(word))) return null;
  return { words, isTransliterated };
}

const spelledInAscii = (text: string): string =>
  toAscii(text.normalize('NFC').replace(eastAsianCharacter, ' $& ').replace(greekOu, 'ou'));

/** Also turns `lovelace, ada` into `ada lovelace`. A title can follow a comma too: `ada lovelace, phd`. */
function withoutAdditions(text: string): string {
  const name = text.replace(additions, ' ').replace(apostrophes, '');
  const [before, after, ...others] = name.split(',');
  return after?.trim() && others.length === 0 ? `${after} ${before}` : name;
}

/** Gives spellings by different transliterations one form: `Müller` and `Mueller`, `Юлия`, `Yulia` and `Iuliia`. */
const foldSpelling = (word: string): string =>
  word
    .replaceAll(/([aou])e|a(?=a)/g, '$1')
    .replaceAll('ks', 'x')
    .replaceAll('kh', 'h')
    .replaceAll(/[yj]/g, 'i')
    .replaceAll('ii', 'i')
    .replaceAll(/i[eo]/g, 'e')
    .replace(/^i(?=[aeou])/, '');

const foldedWords = oncePer(({ words }: PersonName) => words.map(foldSpelling));

/** Keeps only the letters that no transliteration changes, which is much faster than folding. */
const indexKey = (word: string): string => word.replaceAll(/[aehijkosuxy]+/g, '');

/**
 * Compares two names regardless of case, accents, script, punctuation and word order. `NICKNAME`: they are equal apart
 * from nicknames of given names, or initials of given or family names (`Ada L.` fits about as many people as `A.
 * Lovelace`).
 */
export function compareNames(a: PersonName, b: PersonName): 'FULL_NAME' | 'NICKNAME' | null {
  const result = compareWords(a.words, b.words);
  if (result || !(a.isTransliterated || b.isTransliterated)) return result;
  return compareWords(foldedWords(a), foldedWords(b));
}

function compareWords(a: readonly string[], b: readonly string[]): 'FULL_NAME' | 'NICKNAME' | null {
  if (isRotated(a, b)) return a.every((word) => word.length > 1) ? 'FULL_NAME' : 'NICKNAME';
  const shared = a.filter((word) => b.includes(word));
  if (!shared.some((word) => word.length > 1)) return null;
  const onlyInA = a.filter((word) => !b.includes(word));
  const restOfB = b.filter((word) => !a.includes(word));
  if (onlyInA.length + restOfB.length === 0) return shared.every((word) => word.length > 1) ? 'FULL_NAME' : 'NICKNAME';
  const restOfA = onlyInA.filter((left) => {
    const index = restOfB.findIndex(
      (right) =>
        isInitialOf(left, right) ||
        isInitialOf(right, left) ||
        ((left !== a.at(-1) || right !== b.at(-1)) && isSameGivenName(left, right)),
    );
    if (index !== -1) restOfB.splice(index, 1);
    return index === -1;
  });
  // One of the names can have further initials: `Ada K. Lovelace`.
  const hasFurtherInitials = (restOfA.length === 0 ? restOfB : restOfA).every((word) => word.length === 1);
  const isOneComplete = restOfA.length === 0 || restOfB.length === 0;
  return isOneComplete && hasFurtherInitials ? 'NICKNAME' : null;
}

/** Whether the names have the same letters in a different number of words: `Xiaoming Wang` and `Wang Xiao-ming`. */
function isRotated(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === b.length || lettersOf(a) !== lettersOf(b)) return false;
  const letters = a.join('');
  return (letters + letters).includes(b.join(''));
}

const lettersOf = (words: readonly string[]) => words.reduce((sum, word) => sum + word.length, 0);

const isInitialOf = (initial: string, word: string) => initial.length === 1 && word.startsWith(initial);

/** Finds people by name among thousands: names that compare equal have a word in common. */
export class NameIndex<Item> {
  readonly #byKey = new Map<string, { name: PersonName; items: Item[] }[]>();

  /** Items without a name that can match are never found. */
  constructor(items: Iterable<Item>, nameOf: (item: Item) => string | null | undefined) {
    for (const [text, named] of Map.groupBy(items, nameOf)) {
      const name = parsePersonName(text);
      if (!name) continue;
      const group = { name, items: named };
      for (const word of name.words) {
        const groups = this.#byKey.get(indexKey(word));
        if (groups) groups.push(group);
        else this.#byKey.set(indexKey(word), [group]);
      }
    }
  }

  /** Returns the items whose names match, and how they match. */
  find(name: PersonName): { item: Item; nameKey: 'FULL_NAME' | 'NICKNAME' }[] {
    const groups = new Set(name.words.flatMap((word) => this.#byKey.get(indexKey(word)) ?? []));
    return [...groups].flatMap((group) => {
      const nameKey = compareNames(name, group.name);
      return nameKey ? group.items.map((item) => ({ item, nameKey })) : [];
    });
  }
}
