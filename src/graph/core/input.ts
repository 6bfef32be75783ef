import { z } from 'zod';
import { inputIssues } from '../../tools/rules/input-issues.ts';
import { InvalidInputError } from '../errors/errors.ts';

const idRule = z.string().min(1, 'must not be empty');

/** Checks id arguments, by argument name. @throws InvalidInputError naming each empty one */
export function checkIds(ids: Record<string, string>): void {
  checkInput(z.record(z.string(), idRule), ids, []);
}

/** @throws InvalidInputError for an empty id */
export function checkId(id: string, path: string[]): void {
  checkInput(idRule, id, path);
}

/** The rule for an optional list of ids in an input object. */
export const idsRule = z.array(idRule).nullish();

/**
 * Validates a value against rules that GraphQL types cannot express.
 * @param path of the value, beginning with the argument: `['input', 'name']`
 * @throws InvalidInputError with an issue for each broken rule
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string[]): z.output<Schema> {
  const checked = inputIssues(schema, value);
  if ('data' in checked) return checked.data;
  throw new InvalidInputError(checked.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

type NullsOmitted<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** Removes the nulls of an input object: null means the same as an omitted field. */
export function omitNulls<Values extends object>(values: Values): NullsOmitted<Values> {
  const result: NullsOmitted<Values> = {};
  return Object.assign(result, Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)));
}
