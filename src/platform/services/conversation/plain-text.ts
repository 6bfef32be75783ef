/** Writes a text on one line, with U+FFFD for lone surrogates and NUL. */
export const plainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim();
