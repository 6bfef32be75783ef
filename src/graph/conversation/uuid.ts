import { z } from 'zod';
import { InvalidInputError } from '../errors/errors.ts';

const uuid = z.uuid();

/** Whether the tools take it as an id. */
export const isUuid = (id: string) => uuid.safeParse(id).success;

/** An id that may be left out. @throws InvalidInputError naming the argument when it is no UUID */
export function readUuid(id: string | null | undefined, argument: string): string | undefined {
  if (id == null || isUuid(id)) return id ?? undefined;
  throw new InvalidInputError([{ path: [argument], message: 'must be a UUID' }]);
}
