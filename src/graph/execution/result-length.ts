import { OperationError } from './execution.ts';

/**
 * Maximum total length of the texts and names of a result, in characters. The limit on objects does not limit the size
 * of a response, because an object can have 200 aliases for one long text. Usual results with the maximum number of
 * objects stay below it.
 */
export const maxResultLength = 10_000_000;

/** Returns an error if a result is too long to be written as JSON. Reads no more of it than the limit. */
export function resultLengthError(data: unknown): OperationError | undefined {
  let remaining = maxResultLength;
  measure(data);
  if (remaining >= 0) return undefined;
  return new OperationError({
    code: 'RESULT_TOO_LARGE',
    message: `The result has more than ${maxResultLength.toLocaleString('en')} characters. Request less at once.`,
  });

  function measure(value: unknown): void {
    if (typeof value === 'string') remaining -= value.length;
    else if (Array.isArray(value)) measureList(value);
    else if (typeof value === 'object' && value !== null) measureFields(value);
  }

  function measureList(list: readonly unknown[]): void {
    for (const item of list) {
      if (remaining < 0) return;
      measure(item);
    }
  }

  function measureFields(object: object): void {
    for (const [name, value] of Object.entries(object)) {
      if (remaining < 0) return;
      remaining -= name.length;
      measure(value);
    }
  }
}
