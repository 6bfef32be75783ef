/** Scripts without spaces between words: each character counts as a word. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const word = new RegExp(String.raw`[${unspaced}]|(?:(?![${unspaced}])[\p{L}\p{M}\p{N}]|(?<=\p{L})'(?=\p{L}))+`, 'gu');
const unspacedWord = new RegExp(`^[${unspaced}]`, 'u');

/** Returns the words of a text without case, punctuation and spaces. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(word) ?? [];

/** Small words such as "the" and "von" may differ between a quotation and what was said. */
export const isContentWord = (text: string) => text.length > 3 || /\d/.test(text) || unspacedWord.test(text);
