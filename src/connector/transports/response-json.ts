import { isAscii } from 'node:buffer';
import { parseJson } from '../../tools/rules/json.ts';

// `TextDecoder` strips a byte order mark, which `JSON.parse` would reject.
const decoder = new TextDecoder();

/** V8 allocates strings above 128 kB page by page; that is 64 Ki characters if one of them is not Latin-1. */
const minLatin1Bytes = 64 * 1024;
/** Larger texts are not parsed as Latin-1: parsing them again, if needed, would block the event loop for too long. */
const maxLatin1Bytes = 1024 * 1024;
/** With more than one string to decode per 512 bytes, decoding the whole text is faster. */
const minBytesPerString = 512;

/**
 * Parses JSON in UTF-8. Returns undefined if the bytes are not JSON. A large text is parsed as Latin-1, and then only
 * its strings that are not ASCII are decoded: a single character outside of Latin-1 doubles the memory of a string.
 */
export function parseJsonBytes(bytes: Buffer): unknown {
  // Texts with escapes are decoded first: in Latin-1, the escape `\u00e9` and the byte 0xE9 give the same character.
  if (bytes.length > minLatin1Bytes && bytes.length <= maxLatin1Bytes && !bytes.includes('\\u')) {
    // In a list, so that a value that is a string can be replaced too.
    const parsed = [parseJson(bytes.toString('latin1'))];
    const maxStrings = bytes.length / minBytesPerString;
    if (parsed[0] !== undefined && (isAscii(bytes) || decodeStrings(parsed, maxStrings))) return parsed[0];
  }
  return parseJson(decoder.decode(bytes));
}

const nonAscii = /[\x80-\xff]/;

type Container = unknown[] | Record<string, unknown>;

/**
 * Decodes, in place, the strings of a value that was parsed as Latin-1.
 * @returns false if more than `maxStrings` must be decoded, or a key is not ASCII
 */
function decodeStrings(root: unknown[], maxStrings: number): boolean {
  let left = maxStrings;
  const decoded = (bytes: string) => {
    left -= 1;
    return Buffer.from(bytes, 'latin1').toString();
  };
  // A loop, because recursion into deeply nested values would exhaust the stack.
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
