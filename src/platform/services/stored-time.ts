import { instant } from '../../tools/wire.ts';

/** By default, the current time. */
export const storedTime = (value: string | number | null | undefined) =>
  value == null ? new Date() : instant.parse(value);
