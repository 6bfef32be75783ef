import { isBeyondLatin, splitLabel } from './person-label.ts';
import { personTitles } from './person-name.ts';
import { eastAsianCharacter, inBothScripts, longestPart, spelledInAscii } from './scripts.ts';

/**
 * Returns the texts of two searches for a person whose name has several words: the probable family name, and the other
 * word that may be the family name. If the label has East Asian characters, or the family name has a usual spelling in
 * another script, one search looks for that spelling instead. Apostrophes, particles, umlauts and some letters have
 * several spellings, so each search uses only the longest part of a word without these.
 */
export function searchWords(label: string): { family: string; other: string | null } {
  const { name, inBrackets } = splitLabel(label);
  const words = markedWords(name);
  const [first = '', last = first] = [words[0], words.at(-1)].map((word) => longestPart(word ?? ''));
  const spellings = inBothScripts(words);
  const latin = spellings?.latin ?? last;
  const characters = [name, ...inBrackets].join(' ').match(eastAsianCharacter)?.join(' ');
  if (!isBeyondLatin(name)) {
    const inOtherScript = characters ?? (inBrackets.length > 0 ? null : spellings?.other);
    return { family: latin, other: inOtherScript ?? (first === last ? null : first) };
  }
  if (characters !== undefined) return { family: characters, other: first };
  const writtenWords = name.trim().split(/\s+/);
  const isFamilyFirst = spellings !== null && !(words.at(-1) ?? '').includes(latin);
  return { family: writtenWords.at(isFamilyFirst ? 0 : -1) ?? name, other: latin };
}

/** The words in ASCII, with marks where spellings differ: apostrophes, and `^` after letters such as `ä` or `ø`. */
const markedWords = (name: string): string[] =>
  spelledInAscii(name.normalize('NFC').replaceAll(/[äöüæœøå]/gi, '$&^'))
    .toLowerCase()
    .split(/[^a-z0-9'^]+/)
    .filter((word) => word.length > 1 && !personTitles.has(word));
