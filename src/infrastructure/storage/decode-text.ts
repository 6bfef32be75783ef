type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface DecodedText {
  text: string;
  encoding: Encoding;
  /** Whether some bytes are invalid in the encoding, and U+FFFD in the text. */
  isDamaged: boolean;
}

/**
 * Decodes the start of a file as UTF-8, or as UTF-16 if it starts with a UTF-16 byte order mark. Invalid bytes become
 * U+FFFD, and so does U+0000, which the database cannot store.
 */
export function decodeText(bytes: Uint8Array): string {
  return decodeAs(encodingOf(bytes), bytes);
}

/**
 * Decodes a whole file like `decodeText`, but as Windows-1252 if it is not UTF-8. A damaged file stays UTF-8 if most of
 * its characters beyond ASCII are valid: text in Windows-1252 hardly ever contains a valid UTF-8 sequence.
 */
export function decodeFile(bytes: Uint8Array): DecodedText {
  const encoding = encodingOf(bytes);
  try {
    return { text: decodeAs(encoding, bytes, { fatal: true }), encoding, isDamaged: false };
  } catch {
    const text = decodeAs(encoding, bytes);
    if (encoding !== 'utf-8' || isMostlyValid(text)) return { text, encoding, isDamaged: true };
    return { text: decodeAs('windows-1252', bytes), encoding: 'windows-1252', isDamaged: false };
  }
}

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

const decodeAs = (encoding: Encoding, bytes: Uint8Array, options: { fatal?: boolean } = {}): string =>
  new TextDecoder(encoding, options).decode(bytes).replaceAll('\0', '\uFFFD');

/** Whether a text has more characters beyond ASCII than replacements. */
function isMostlyValid(text: string): boolean {
  let balance = 0;
  for (const character of text) {
    if (character === '\uFFFD') balance -= 1;
    else if (character > '\u007F') balance += 1;
  }
  return balance > 0;
}
