/** The same text for the same input, in whatever order its keys were written. */
export const canonicalInput = (input: unknown): string =>
  JSON.stringify(input, (_, value: unknown) => sorted(value)) ?? '';

const sorted = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
