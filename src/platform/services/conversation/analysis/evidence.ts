import { AnalystError } from '../processing-error.ts';
import type { Segment } from './conversation.ts';

/** A statement of a model with the words of a segment that support it. */
interface Evidence {
  text: string;
  /** Index of the segment. */
  line: number;
  quote: string;
}

/** Fewer words would support anything, unless the segment has no more. */
const minQuoteWords = 3;
/** An apostrophe does not end a quotation. */
const quotations = [
  /["“„«]([^"“”„«»]+)["“”»]/gu,
  /»([^«»]+)«/gu,
  /‘([^‘]+?)’(?!\p{L})/gu,
  /‚([^‚‘]+)‘/gu,
  /[「『]([^「」『』]+)[」』]/gu,
];

/** Scripts without spaces between words: each character counts as a word. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const word = new RegExp(String.raw`[${unspaced}]|(?:(?![${unspaced}])[\p{L}\p{M}\p{N}]|(?<=\p{L})'(?=\p{L}))+`, 'gu');

const wordsOf = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(word) ?? [];
const spaced = (words: readonly string[]) => ` ${words.join(' ')} `;

/**
 * Case, spaces and punctuation do not matter.
 * @throws AnalystError if a statement refers to a segment that does not exist or does not contain the quoted words, or
 *   if its text has a quotation that the segment does not contain
 */
export function checkEvidence(statements: readonly Evidence[], segments: readonly Segment[]): void {
  const saidAt = new Map<number, string[]>();
  for (const { text, line, quote } of statements) {
    const segment = segments[line];
    if (!segment) throw invented(`line ${line}, which does not exist`);
    const words = saidAt.get(line) ?? wordsOf(segment.text);
    saidAt.set(line, words);
    const said = spaced(words);
    const minWords = Math.max(1, Math.min(minQuoteWords, words.length));
    const inText = quotations.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, inner = '']) => inner));
    const quoted = [quote, ...inText].map(wordsOf);
    if (wordsOf(quote).length < minWords || !quoted.every((one) => said.includes(spaced(one)))) {
      throw invented(`words that line ${line} does not contain`);
    }
  }
}

const invented = (what: string) => new AnalystError(`The chat endpoint quoted ${what}.`, { isRetryable: true });
