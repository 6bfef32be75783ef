import { isAscii } from 'node:buffer';
import { parseJson } from '../../tools/rules/json.ts';

// `TextDecoder` strips a byte order mark, which `JSON.parse` would reject.
const decoder = new TextDecoder();

/** V8 allocates texts above 128 kB page by page, which are 64 Ki characters of two bytes. */
const minLatin1Bytes = 64 * 1024;
/** A larger text might be parsed twice, which would block the event loop for too long. */
const maxLatin1Bytes = 1024 * 1024;
/** If a text has more strings to decode, decoding all of it at once is faster. */
const minBytesPerString = 512;

/**
 * Parses JSON in UTF-8. Returns undefined if the bytes are not JSON. A large text is parsed as Latin-1, and only its
 * strings with other than ASCII characters are decoded: one such character can double the memory of the whole text.
 */
export function parseJsonBytes(bytes: Buffer): unknown {
  // After parsing as Latin-1, the character of an escape such as `\u00e9` could not be told from a byte of UTF-8.
  if (bytes.length > minLatin1Bytes && bytes.length <= maxLatin1Bytes && !bytes.includes('\\u')) {
    // A list, because the parsed value can be a string.
    const parsed = [parseJson(bytes.toString('latin1'))];
    const maxStrings = bytes.length / minBytesPerString;
    if (parsed[0] !== undefined && (isAscii(bytes) || decodeStrings(parsed, maxStrings))) return parsed[0];
  }
  return parseJson(decoder.decode(bytes));
}

const nonAscii = /[\x80-\xff]/;

type Container = unknown[] | Record<string, unknown>;

/**
 * Decodes, in place, strings whose characters are bytes of UTF-8.
 * @returns false if there are more than `maxStrings`, or a key is not ASCII
 */
function decodeStrings(root: unknown[], maxStrings: number): boolean {
  let left = maxStrings;
  const decoded = (bytes: string) => {
    left -= 1;
    return Buffer.from(bytes, 'latin1').toString();
  };
  // Not recursive, so that deeply nested values do not exhaust the stack.
  const waiting: Container[] = [root];
  for (let container = waiting.pop(); container; container = waiting.pop()) {
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length; index += 1) {
        if (left < 0) return false;
        const value = container[index];
        if (isContainer(value)) waiting.push(value);
        else if (isEncoded(value)) container[index] = decoded(value);
      }
    } else {
      for (const key in container) {
        if (left < 0 || nonAscii.test(key)) return false;
        const value = container[key];
        if (isContainer(value)) waiting.push(value);
        else if (isEncoded(value)) container[key] = decoded(value);
      }
    }
  }
  return left >= 0;
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const isEncoded = (value: unknown): value is string => typeof value === 'string' && nonAscii.test(value);
