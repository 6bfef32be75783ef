import { z } from 'zod';
import { CodedError, type ErrorDetails } from '../../tools/errors/coded-error.ts';
import type { ProblemCode } from '../../tools/errors/error-codes.ts';
import { boundedIssues, type InputIssue, inputIssues } from '../../tools/rules/input-issues.ts';
import { isWellFormedText, malformedTextPath, wellFormedTextRule } from '../../tools/rules/well-formed-text.ts';

/** Formats each issue as a sentence that starts with the path of the value: `filter.minScore must be from 1 to 10.` */
export const issueSentences = (issues: readonly InputIssue[]) =>
  issues.map(({ path, message }) => `${path.join('.') || 'input'} ${message}.`).join(' ');

/** Input that breaks a rule, rejected before a tool is called. The path of each issue starts with the argument. */
export class InvalidInputError extends CodedError<ErrorDetails<ProblemCode>> {
  constructor(issues: InputIssue[]) {
    super({ code: 'BAD_USER_INPUT', message: issueSentences(boundedIssues(issues)), issues });
  }
}

export const invalidInput = (path: string[], message: string) => new InvalidInputError([{ path, message }]);

const idRule = z.string().min(1, 'must not be empty').refine(isWellFormedText, wellFormedTextRule);

export function checkId(id: string, path: string[]): void {
  checkInput(idRule, id, path);
}

/** @throws InvalidInputError if a database cannot store all text of the arguments unchanged */
export function checkWellFormedText(args: object): void {
  const path = malformedTextPath(args);
  if (path) throw invalidInput(path, wellFormedTextRule);
}

/** @throws InvalidInputError with an issue for each broken rule; `path` starts with the argument */
export function checkInput<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string[]): z.output<Schema> {
  const checked = inputIssues(schema, value);
  if ('data' in checked) return checked.data;
  throw new InvalidInputError(checked.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}

type NullsOmitted<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** Removes null fields, which mean the same as omitted fields. */
export function omitNulls<Values extends object>(values: Values): NullsOmitted<Values> {
  const result: NullsOmitted<Values> = {};
  return Object.assign(result, Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)));
}
