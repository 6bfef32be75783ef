import { z } from 'zod';
import { invalidInput } from '../core/input.ts';

const uuid = z.uuid();

export const isUuid = (id: string) => uuid.safeParse(id).success;

/** @throws InvalidInputError naming the argument */
export function checkUuid(id: string, argument: string): void {
  if (!isUuid(id)) throw invalidInput([argument], 'must be a UUID');
}

/** Converts null to undefined. @throws InvalidInputError naming the argument if the id is not a UUID */
export function readUuid(id: string | null | undefined, argument: string): string | undefined {
  if (id == null) return undefined;
  checkUuid(id, argument);
  return id;
}

/** Normalizes the id of an activity, because UUIDs are case-insensitive. */
export const activityKey = (id: string) => id.toLowerCase();
