import { instant } from '../../tools/wire.ts';

/** A point in time of a record; one that is not known is the time of storing. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
