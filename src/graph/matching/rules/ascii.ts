import anyAscii from 'any-ascii';

const beyondAscii = /[^\p{ASCII}]/u;
/** Symbols such as emojis, which `any-ascii` would spell out. */
const symbols = /\p{So}/gu;

export const isBeyondAscii = (text: string): boolean => beyondAscii.test(text);

/** Transliterates text. Korean and Japanese names, and scripts without vowels, come out in unusual spellings. */
export const toAscii = (text: string): string =>
  isBeyondAscii(text) ? anyAscii(text.normalize('NFC').replace(symbols, ' ')) : text;
