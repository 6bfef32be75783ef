import { z } from 'zod';
import { InvalidInputError } from '../errors/errors.ts';

const uuid = z.uuid();

export const isUuid = (id: string) => uuid.safeParse(id).success;

/** @throws InvalidInputError naming the argument, unless the id is a UUID */
export function checkUuid(id: string, argument: string): void {
  if (!isUuid(id)) throw new InvalidInputError([{ path: [argument], message: 'must be a UUID' }]);
}

/** Validates an optional id. @throws InvalidInputError naming the argument */
export function readUuid(id: string | null | undefined, argument: string): string | undefined {
  if (id == null) return undefined;
  checkUuid(id, argument);
  return id;
}
