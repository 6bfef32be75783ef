import { instant } from '../../tools/wire.ts';

/** Parses a point in time of a record; a missing one becomes the current time. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
