import { stringify } from 'safe-stable-stringify';

/** Serializes equal values to the same text: keys are sorted, and keys with the value null or undefined are omitted. */
export const canonicalJson = (value: unknown): string =>
  stringify(value, (_, inner: unknown) => inner ?? undefined) ?? '';
