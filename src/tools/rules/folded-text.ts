/** Replacements for letters that Unicode does not decompose, for the final sigma, and for typographic punctuation. */
const plainForms: Record<string, string> = {
  ...pairs('ßæœøłđðþı', ['ss', 'ae', 'oe', 'o', 'l', 'd', 'd', 'th', 'i']),
  ς: 'σ',
  ...pairs('‘’‚‛ʼ′´', "'"),
  ...pairs('“”„‟«»″', '"'),
  ...pairs('‐‑‒–—―', '-'),
  '\u00a0': ' ',
};

/** More combining marks than any writing system puts on one letter: Unicode's Stream-Safe Text Format allows 30. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

const foldedCharacter = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'g');

/**
 * Removes case, accents and typographic punctuation, so that "tomas" finds "Tomás". Combining marks outside U+0300 to
 * U+036F belong to letters of other scripts and stay. Removes marks after the 30th in a row, because the time to
 * normalize them grows with the square of their number. The SQL function `folded_text` does the same.
 */
export const foldText = (text: string): string =>
  text
    .replace(excessMarks, '$1')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(foldedCharacter, (character) => plainForms[character] ?? character);

/** Returns the folded words of a text. A search finds texts that contain all of its words, in any order. */
export const foldedWords = (text: string): string[] =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '');

function pairs(characters: string, plain: string | string[]): Record<string, string> {
  return Object.fromEntries(
    Array.from(characters, (character, index) => [character, typeof plain === 'string' ? plain : (plain[index] ?? '')]),
  );
}
