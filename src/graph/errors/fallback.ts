import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../core/context.ts';

/**
 * Loads the value of a non-null field that may cost a call of its own. If that fails, the field resolves to the fallback
 * and the error is added to the result; null would propagate to the parent, and up to the whole `data`.
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
