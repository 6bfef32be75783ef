import { instant } from '../../tools/wire.ts';

/** A point in time of a record; an unknown one becomes the current time. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
