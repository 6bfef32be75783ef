/** Serializes a request body without undefined list items, which `JSON.stringify` would turn into null. */
export function toJson(body: Record<string, unknown>): string {
  const text = JSON.stringify(body);
  // Without the word there is no such item; the replacer, which is called for every value, takes three times as long.
  return text.includes('null') ? JSON.stringify(body, withoutUndefinedItems) : text;
}

const withoutUndefinedItems = (_key: string, value: unknown) =>
  Array.isArray(value) ? value.filter((item) => item !== undefined) : value;
