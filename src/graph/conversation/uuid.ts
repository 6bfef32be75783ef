import { uuid } from '../../tools/rules/field-rules.ts';
import { checkInput } from '../core/input.ts';

export const isUuid = (id: string) => uuid.safeParse(id).success;

/** Returns the id in lower case. @throws InvalidInputError naming the argument */
export const checkUuid = (id: string, argument: string) => checkInput(uuid, id, [argument]);

/** Returns the id in lower case; undefined for null. @throws InvalidInputError naming an argument that is not a UUID */
export const readUuid = (id: string | null | undefined, argument: string) =>
  id == null ? undefined : checkUuid(id, argument);
