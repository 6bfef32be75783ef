import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../core/context.ts';

/**
 * The value of a non-null field that may cost a call of its own. When that fails, the field answers the fallback and
 * the answer carries the error: null would take the parent with it, up to the whole of the data.
 */
export async function withFallback<Value>(
  load: () => Promise<Value>,
  { fallback, context, info }: { fallback: () => Value; context: GraphContext; info: GraphQLResolveInfo },
): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    context.fallbackErrors.push(locatedError(error, info.fieldNodes, responsePathAsArray(info.path)));
    return fallback();
  }
}
