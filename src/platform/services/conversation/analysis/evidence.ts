import type { Segment } from './conversation.ts';
import { AnalystError } from './processing-error.ts';

/** A statement of a model with the words of a segment that support it. */
export interface Evidence {
  text: string;
  /** Index of the segment. */
  line: number;
  quote: string;
}

/** Fewer words would support anything, unless the segment has no more. */
const minQuoteWords = 3;
const quotation = /["“«]([^"“”«»]+)["”»]/gu;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}']+/gu) ?? [];
const spaced = (text: string) => ` ${wordsOf(text).join(' ')} `;

/**
 * Case, spaces and punctuation do not matter.
 * @throws AnalystError if a statement refers to a segment that does not exist or does not contain the quoted words, or
 *   if its text has a quotation that the segment does not contain
 */
export function checkEvidence(statements: readonly Evidence[], segments: readonly Segment[]): void {
  for (const { text, line, quote } of statements) {
    const segment = segments[line];
    if (!segment) throw invented(`line ${line}, which does not exist`);
    const said = spaced(segment.text);
    const minWords = Math.min(minQuoteWords, wordsOf(segment.text).length);
    const quoted = [quote, ...Array.from(text.matchAll(quotation), ([, inner = '']) => inner)];
    if (wordsOf(quote).length < Math.max(1, minWords) || !quoted.every((one) => said.includes(spaced(one)))) {
      throw invented(`words that line ${line} does not contain`);
    }
  }
}

const invented = (what: string) => new AnalystError(`The chat endpoint quoted ${what}.`, { isRetryable: true });
