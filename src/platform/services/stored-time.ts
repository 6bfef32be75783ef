import { instant } from '../../tools/wire.ts';

/** Parses a point in time of a record. Returns the current time if the record contains none. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
