import { plainText } from '../../plain-text.ts';

/** Control and bidirectional characters, which can make a text look different from what it is. */
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const tag = /<\/?[a-z!][^<>]{0,200}>/gi;
const link = /!?\[([^[\]]*)\]\([^()\s]*\)/g;
const emphasis = /(\*\*|__|`+)(?=\S)([^]*?\S)\1/g;
const listMark = /^(?:[-*•#>]+|\d{1,2}[.)])\s+/;

/** Text of a model without markup, on one line, cut at a word. */
export function plainModelText(text: string, maxCharacters: number): string {
  // Searching for markup takes quadratic time.
  const spaced = text
    .slice(0, 10 * maxCharacters)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(invisible, '');
  const plain = plainText(
    spaced.replaceAll(tag, '').replaceAll(link, '$1').replaceAll(emphasis, '$2').trim().replace(listMark, ''),
  );
  if (plain.length <= maxCharacters) return plain;
  const cut = plain.slice(0, maxCharacters - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxCharacters / 2)).trim()}…`;
}
