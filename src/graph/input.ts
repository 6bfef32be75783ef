import type { z } from 'zod';
import { inputIssues } from '../tools/input-issues.ts';
import { InvalidInputError } from './errors.ts';

/**
 * Checks what GraphQL types cannot say of an argument or input object.
 * @param path begins with the argument's name and leads to the value
 * @throws InvalidInputError with every rule that is broken
 */
export function checkInput(schema: z.ZodType, value: unknown, path: string[]): void {
  const checked = inputIssues(schema, value);
  if ('data' in checked) return;
  throw new InvalidInputError(checked.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
}
