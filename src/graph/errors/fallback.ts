import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import type { GraphContext } from '../core/context.ts';

/**
 * Loads the value of a non-null field that may call a tool. If the call fails, the field resolves to the fallback
 * value, and the error is added to the result. Without a fallback value, GraphQL would set the parent to null, possibly
 * up to the whole `data`.
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
