import { z } from 'zod';
import { CodedError, type ErrorDetails } from '../../tools/errors/coded-error.ts';
import type { ProblemCode } from '../../tools/errors/error-codes.ts';
import {
  boundedIssues,
  type InputIssue,
  inputIssues,
  isWellFormedText,
  malformedTextPath,
  wellFormedTextRule,
} from '../../tools/rules/input-issues.ts';

/** Formats each issue as a sentence that starts with the path of the value: `filter.minScore must be from 1 to 10.` */
export const issueSentences = (issues: readonly InputIssue[]) =>
  issues.map(({ path, message }) => `${path.join('.') || 'input'} ${message}.`).join(' ');

/**
 * Error for input that breaks a rule, thrown before a tool is called. The path of each issue starts with the argument.
 */
export class InvalidInputError extends CodedError<ErrorDetails<ProblemCode>> {
  constructor(issues: InputIssue[]) {
    super({ code: 'BAD_USER_INPUT', message: issueSentences(boundedIssues(issues)), issues });
  }
}

/** Creates the error for a single invalid value; `path` starts with the argument. */
export const invalidInput = (path: string[], message: string) => new InvalidInputError([{ path, message }]);

const idRule = z.string().min(1, 'must not be empty').refine(isWellFormedText, wellFormedTextRule);

/** Checks ids by argument name. @throws InvalidInputError with an issue for each empty or malformed one */
export function checkIds(ids: Record<string, string>): void {
  checkInput(z.record(z.string(), idRule), ids, []);
}

/** Checks that an id is neither empty nor malformed. @throws InvalidInputError with an issue at `path` */
export function checkId(id: string, path: string[]): void {
  checkInput(idRule, id, path);
}

/** Checks that a database can store all text of the arguments unchanged. @throws InvalidInputError */
export function checkText(args: object): void {
  const path = malformedTextPath(args);
  if (path) throw invalidInput(path, wellFormedTextRule);
}

/** The rule for an optional list of ids in an input object: no id may be empty. */
export const idsRule = z.array(idRule).nullish();

/**
 * Validates a value against rules that GraphQL types cannot express.
 * @param path where the value is, starting with the argument: `['input', 'name']`
 * @throws InvalidInputError with an issue for each broken rule
 */
export function checkInput<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string[]): z.output<Schema> {
  const checked = inputIssues(schema, value);
  if ('data' in checked) return checked.data;
  throw new InvalidInputError(checked.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

type NullsOmitted<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** Removes the null fields of an input object, because null means the same as an omitted field. */
export function omitNulls<Values extends object>(values: Values): NullsOmitted<Values> {
  const result: NullsOmitted<Values> = {};
  return Object.assign(result, Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)));
}
