import { stringify } from 'safe-stable-stringify';

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serializes equal values to the same text: keys are sorted, and keys with the value null or undefined are omitted. */
export const canonicalJson = (value: unknown): string =>
  stringify(value, (_, inner: unknown) => inner ?? undefined) ?? '';

/** Serializes a request body without undefined list items, which `JSON.stringify` would turn into null. */
export function requestJson(body: Record<string, unknown>): string {
  const text = JSON.stringify(body);
  // Most bodies contain no null and need no second pass, in which the replacer takes three times as long.
  return text.includes('null') ? JSON.stringify(body, withoutUndefinedItems) : text;
}

const withoutUndefinedItems = (_key: string, value: unknown) =>
  Array.isArray(value) ? value.filter((item) => item !== undefined) : value;

type Defined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Copies an object without its undefined values, which tool inputs and exact optional types do not allow. */
export function omitUndefined<Values extends object>(values: Values): Defined<Values> {
  const defined: Defined<Values> = {};
  return Object.assign(defined, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}
