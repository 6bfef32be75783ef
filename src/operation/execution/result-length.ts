import {
  type GraphQLOutputType,
  getNamedType,
  type GraphQLResolveInfo,
  isScalarType,
  responsePathAsArray,
} from 'graphql';
import { longTextCost, type OperationCost } from '../cost/operation-cost.ts';
import { type Operation, OperationError, type Resolver } from '../operation.ts';

/** In characters of texts and names. The limit on objects is not enough: one can have 200 aliases for a long text. */
export const maxResultLength = 10_000_000;

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

/** Stops the execution at the limit: waiting for the complete result would hold all of its texts in memory. */
export const withCountedText =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const { operation } = context;
    const { cost } = operation;
    if (cost.characters > maxResultLength) return operation.checkpoint();
    const value: unknown = resolve(source, args, context, info);
    if (value instanceof Promise)
      return value.then((text: unknown) => (countText(text, cost) ? text : stopAt(info, operation)));
    return countText(value, cost) ? value : stopAt(info, operation);
  };

function stopAt({ path }: GraphQLResolveInfo, operation: Operation): Promise<never> | undefined {
  operation.stop(resultTooLong(responsePathAsArray(path)));
  return operation.checkpoint();
}

function countText(text: unknown, cost: OperationCost): boolean {
  if (text === null || text === undefined || text instanceof Error) return true;
  const length = typeof text === 'string' ? text.length : textLength(text, maxResultLength);
  cost.characters += length;
  if (typeof text === 'string') cost.longTexts += longTextCost(length);
  return cost.characters <= maxResultLength;
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
