import { instant } from '../../tools/wire.ts';

/** Parses a time of a record; returns the current time if the record has no time. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
