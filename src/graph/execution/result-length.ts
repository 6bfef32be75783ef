import { textLength } from '../core/text-length.ts';
import { OperationError } from './execution.ts';

/**
 * Maximum total length of the texts and names of a result, in characters. The limit on objects does not limit the size
 * of a response, because an object can have 200 aliases for one long text. Usual results with the maximum number of
 * objects stay below it.
 */
export const maxResultLength = 10_000_000;

/** Returns an error if a result is too long to be written as JSON. */
export function resultLengthError(data: unknown): OperationError | undefined {
  if (textLength(data, maxResultLength) <= maxResultLength) return undefined;
  return new OperationError({
    code: 'RESULT_TOO_LARGE',
    message: `The result has more than ${maxResultLength.toLocaleString('en')} characters. Request less at once.`,
  });
}
