import { type GraphQLField, type GraphQLOutputType, getNamedType, isScalarType } from 'graphql';
import { maxResultLength, maxResultObjects } from '../operation-limits.ts';
import { type OperationContext, OperationError } from '../operation.ts';

/** Number of objects of a list that are handled without a turn of the event loop. */
const objectsWithoutTurns = 1000;

export function resultTooLarge({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): OperationError {
  const hasTimeRange = args.some(({ name }) => name === 'fromMs');
  const advice = hasTimeRange ? 'Request a part of them with `fromMs` and `toMs`.' : 'Request fewer at once.';
  const message = `The result has more than ${maxResultObjects.toLocaleString('en')} objects. ${advice}`;
  return new OperationError({ code: 'RESULT_TOO_LARGE', message });
}

/** Waits before a large list is created: the lists of 100 aliases would otherwise be in memory before one is counted. */
export async function takeTurnForList(length: number, { operation }: OperationContext): Promise<void> {
  if (length <= objectsWithoutTurns) return;
  await operation.turns.take();
  operation.signal.throwIfAborted();
}

export const resultTooLong = (path?: (string | number)[]) =>
  new OperationError({
    code: 'RESULT_TOO_LARGE',
    message: `The result has more than ${maxResultLength.toLocaleString('en')} characters. Request less at once.`,
    ...(path && { path }),
  });

const shortScalars = new Set(['Int', 'Float', 'Boolean', 'Date', 'DateTime']);

export function isText(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !shortScalars.has(named.name);
}

/** Returns the total length of all texts and names in a JSON value. Stops counting beyond `max`, to bound the work. */
export function textLength(value: unknown, max: number): number {
  let length = 0;
  measure(value);
  return length;

  function measure(part: unknown): void {
    if (typeof part === 'string') length += part.length;
    else if (Array.isArray(part)) measureList(part);
    else if (typeof part === 'object' && part !== null) measureFields(part);
  }

  function measureList(list: readonly unknown[]): void {
    for (const item of list) {
      if (length > max) return;
      measure(item);
    }
  }

  function measureFields(object: object): void {
    // `Object.entries` creates an array for each field, which takes four times as long.
    for (const name of Object.keys(object)) {
      if (length > max) return;
      length += name.length;
      measure(Reflect.get(object, name));
    }
  }
}
