type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

interface DecodedText {
  text: string;
  encoding: Encoding;
  /** Whether some bytes are invalid in the encoding; they are U+FFFD in the text. */
  isDamaged: boolean;
}

/** Reads UTF-8, or UTF-16 with a byte order mark. Invalid bytes, and U+0000, which PostgreSQL rejects, become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return decodeAs(encodingOf(bytes), bytes);
}

/** Decodes invalid UTF-8 as Windows-1252, unless most of its characters beyond ASCII are valid UTF-8. */
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

function isMostlyValid(text: string): boolean {
  let balance = 0;
  for (const character of text) {
    if (character === '\uFFFD') balance -= 1;
    else if (character > '\u007F') balance += 1;
  }
  return balance > 0;
}
