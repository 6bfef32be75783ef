import type { Line } from '../transcript-lines.ts';

/** Scripts without spaces between words: each character counts as a word. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const wordPattern = new RegExp(
  String.raw`[${unspaced}]|(?:(?![${unspaced}])[\p{L}\p{M}\p{N}]|(?<=\p{L})'(?=\p{L}))+`,
  'gu',
);
const unspacedWord = new RegExp(`^[${unspaced}]`, 'u');

/** Returns the words of a text without case, punctuation and spaces. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(wordPattern) ?? [];

/** Small words such as "the" and "von" may differ between a quotation and what was said. */
export const isContentWord = (text: string) => text.length > 3 || /\d/.test(text) || unspacedWord.test(text);

interface SpokenWord {
  text: string;
  line: number;
}

/** Minimum words of a quotation, unless its whole line is shorter: fewer words could be found anywhere. */
const minQuoteWords = 3;
/** Minimum words of a quotation that is farther away than `nearbyLines`. */
const minDistantWords = 4;
const maxQuoteWords = 60;
/** Share of the content words of a quotation that must have been said, in order. */
const minShare = 0.75;
/** Maximum distance of a near line: a model may miscount lines, or quote across two lines. */
const nearbyLines = 2;
/** Maximum number of places to compare, which bounds the time that a frequent word costs. */
const maxCandidates = 200;
/** Words searched on each side, beyond the length of the quotation. */
const searchMargin = 3;

/**
 * Returns a function that finds the line in which a quotation begins; undefined if the quotation was not said. `stated`
 * is the line that the model states. A quotation may differ in case, punctuation and small words, be off by one
 * word in four, leave words out at an ellipsis, and begin up to two lines from the stated line. Farther away, a
 * quotation needs at least four words, and all of them must match.
 */
export function createQuotationFinder(lines: readonly Line[]) {
  const said = lines.map(({ text }) => wordsOf(text));
  const all = said.flatMap((words, line) => words.map((text): SpokenWord => ({ text, line })));
  const content = all.filter(({ text }) => isContentWord(text));
  const [findInAll, findInContent] = [wordFinder(all), wordFinder(content)];
  return (quotation: string, stated: number | undefined): number | undefined => {
    const parts = quotation.split(/…|\.{3}|\[…\]/).map((part) => wordsOf(part).slice(0, maxQuoteWords));
    const count = parts.reduce((sum, words) => sum + words.length, 0);
    const lineLength = said[stated ?? -1]?.length ?? minQuoteWords;
    if (count < Math.max(1, Math.min(minQuoteWords, lineLength))) return undefined;
    let found: number | undefined;
    for (const words of parts.filter((part) => part.length > 1 || parts.length === 1)) {
      const contentWords = words.filter(isContentWord);
      const near = found ?? stated;
      const at =
        contentWords.length < 2
          ? findInAll(words, near)
          : (findInContent(contentWords, near) ?? findInAll(words, near));
      if (at === undefined) return undefined;
      found ??= at;
    }
    return found;
  };
}

/** Returns a function that finds the line in which words were said in this order. */
function wordFinder(spoken: readonly SpokenWord[]) {
  const positions = new Map<string, number[]>();
  for (const [index, { text }] of spoken.entries()) {
    const list = positions.get(text);
    if (list) list.push(index);
    else positions.set(text, [index]);
  }
  return (words: readonly string[], near: number | undefined): number | undefined => {
    const distance = (index: number) => Math.abs((spoken[index]?.line ?? 0) - (near ?? 0));
    const reach = words.length + searchMargin;
    // Search for two rare words, because one word of the quotation may be wrong.
    const rare = words.toSorted((a, b) => (positions.get(a)?.length ?? 0) - (positions.get(b)?.length ?? 0));
    const candidates = rare
      .filter((word) => positions.has(word))
      .slice(0, 2)
      .flatMap((word) => positions.get(word) ?? [])
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, maxCandidates);
    for (const index of candidates) {
      const isNear = near !== undefined && distance(index) <= nearbyLines;
      const minWords = isNear ? Math.ceil(words.length * minShare) : Math.max(minDistantWords, words.length);
      const start = Math.max(0, index - reach);
      const matched = inOrder(words, spoken.slice(start, index + reach));
      if (matched.count >= minWords) return spoken[start + matched.first]?.line;
    }
    return undefined;
  };
}

/** Returns the length of the longest common subsequence, and the index of its first word in `spoken`. */
function inOrder(words: readonly string[], spoken: readonly SpokenWord[]): { count: number; first: number } {
  let row = spoken.map(() => ({ count: 0, first: -1 }));
  for (const word of words) {
    const next: typeof row = [];
    let diagonal = { count: 0, first: -1 };
    let left = { count: 0, first: -1 };
    for (const [index, { text }] of spoken.entries()) {
      const above = row[index] ?? left;
      const longer = above.count >= left.count ? above : left;
      const first = diagonal.count === 0 ? index : diagonal.first;
      const longest = text === word ? { count: diagonal.count + 1, first } : longer;
      next.push(longest);
      diagonal = above;
      left = longest;
    }
    row = next;
  }
  return row.at(-1) ?? { count: 0, first: -1 };
}
