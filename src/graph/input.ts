import type { z } from 'zod';
import { InvalidInputError } from './errors.ts';

/**
 * Checks what GraphQL types cannot say of an argument or input object.
 * @param path begins with the argument's name and leads to the value
 * @throws InvalidInputError with every rule that is broken
 */
export function checkInput(schema: z.ZodType, value: unknown, path: string[]): void {
  const checked = schema.safeParse(value);
  if (checked.success) return;
  throw new InvalidInputError(
    checked.error.issues.map((issue) => ({ path: [...path, ...issue.path.map(String)], message: issue.message })),
  );
}
