import { type GraphQLField, type GraphQLOutputType, getNamedType, isScalarType } from 'graphql';
import { maxResultLength, maxResultObjects } from '../operation-limits.ts';
import { OperationError } from '../operation.ts';

export function resultTooLarge({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): OperationError {
  const hasTimeRange = args.some(({ name }) => name === 'fromMs');
  const advice = hasTimeRange ? 'Request a part of them with `fromMs` and `toMs`.' : 'Request fewer at once.';
  const message = `The result has more than ${maxResultObjects.toLocaleString('en')} objects. ${advice}`;
  return new OperationError({ code: 'RESULT_TOO_LARGE', message });
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
