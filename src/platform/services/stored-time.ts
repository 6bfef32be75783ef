import { instant } from '../../tools/wire.ts';

/** Parses a time of a record; without one, returns the current time. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
