import { z } from 'zod';
import { inputIssues } from '../../tools/input-issues.ts';
import { InvalidInputError } from '../errors/errors.ts';

const idRule = z.string().min(1, 'must not be empty');

/** Ids that are arguments of one field, by the names of the arguments. @throws InvalidInputError naming each that is empty */
export function checkIds(ids: Record<string, string>): void {
  checkInput(z.record(z.string(), idRule), ids, []);
}

/** @throws InvalidInputError for an empty id */
export function checkId(id: string, path: string[]): void {
  checkInput(idRule, id, path);
}

/** Ids within an input object. */
export const idsRule = z.array(idRule).nullish();

/**
 * Checks what GraphQL types cannot say of an argument or input object.
 * @param path begins with the argument's name and leads to the value
 * @throws InvalidInputError with every rule that is broken
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string[]): z.output<Schema> {
  const checked = inputIssues(schema, value);
  if ('data' in checked) return checked.data;
  throw new InvalidInputError(checked.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

type NullsOmitted<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** An input object without its nulls, which mean the same as an omitted field. */
export function omitNulls<Values extends object>(values: Values): NullsOmitted<Values> {
  const result: NullsOmitted<Values> = {};
  return Object.assign(result, Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)));
}
