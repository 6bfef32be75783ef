import { RequestError } from './error-response.ts';

/** Limited because an empty array takes 20 times the memory of its text. Enough for 1,000 entity representations. */
export const maxJsonValues = 25_000;

/**
 * Parses JSON that a client sent.
 * @throws RequestError if it has too many values; the error of `invalid` if it is not JSON
 */
export function parseRequestJson(text: string, invalid: () => Error): unknown {
  if (hasTooManyValues(text)) {
    const message = `The JSON of a request must have at most ${maxJsonValues} values.`;
    throw new RequestError({ code: 'REQUEST_ENTITY_TOO_LARGE', message });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid();
  }
}

const [quote, backslash] = ['"', '\\'].map((character) => character.charCodeAt(0));
const separators = new Set(Array.from(',[{', (character) => character.charCodeAt(0)));

/** Counts the separators outside of strings: each item or property follows a comma or an opening bracket. */
function hasTooManyValues(text: string): boolean {
  // A text cannot have more values than characters.
  if (text.length <= maxJsonValues) return false;
  let values = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === quote) isInString = !isInString;
    else if (isInString && character === backslash) index += 1;
    else if (!isInString && separators.has(character)) values += 1;
    if (values > maxJsonValues) return true;
  }
  return false;
}
