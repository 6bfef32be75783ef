/**
 * Decodes a file as UTF-8, or as UTF-16 if it starts with a UTF-16 byte order mark. Invalid bytes become U+FFFD, and so
 * does U+0000, which the database cannot store.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll('\0', '\uFFFD');
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
