import { stringify } from 'safe-stable-stringify';

/** The same text for equal values: keys are sorted, and a key whose value is null counts as absent. */
export const canonicalJson = (value: unknown): string =>
  stringify(value, (_, inner: unknown) => inner ?? undefined) ?? '';
