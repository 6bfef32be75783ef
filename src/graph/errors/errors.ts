import { GraphQLError, type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { CodedError } from '../../tools/errors/coded-error.ts';
import { isWithinDateBounds } from '../../tools/rules/date-bounds.ts';
import { isServiceFault } from '../../tools/errors/error-codes.ts';
import type { GraphContext } from '../core/context.ts';
import { issueSentences } from '../core/input.ts';
import { OperationError } from '../../operation/operation.ts';

/**
 * Returns the earliest time at which a failed call can be retried; null if retrying does not help or the time is
 * unknown.
 */
export function retryTime({ retryAfterMs }: ToolError): Date | null {
  const time = new Date(Date.now() + (retryAfterMs ?? Number.NaN));
  // A service may request a delay that ends after the latest supported date.
  return isWithinDateBounds(time) ? time : null;
}

/**
 * Returns the GraphQL error that clients see for an expected failure, with its code and details in `extensions`.
 * Returns undefined for an unexpected error, whose message clients must not see.
 */
export function expectedError(error: unknown, requestId: string): GraphQLError | undefined {
  const cause = error instanceof GraphQLError ? error.originalError : error;
  if (!(cause instanceof CodedError)) return undefined;
  const { code, issues, isRetryable, message } = cause;
  const extensions = { code, isRetryable, ...(issues.length > 0 && { issues }), ...detailsOf(cause), requestId };
  const { nodes = null, path = null } = error instanceof GraphQLError ? error : {};
  return new GraphQLError(issues.length > 0 ? issueSentences(issues) : message, { nodes, path, extensions });
}

function detailsOf(cause: CodedError): object {
  if (cause instanceof OperationError) return cause.extensions ?? {};
  if (!(cause instanceof ToolError)) return {};
  // A field that is rejected for a missing scope has called no tool.
  return { ...(cause.tool && { tool: cause.tool }), retryAt: retryTime(cause) };
}

/**
 * Logs a failure with its cause, which clients never see. The level is `error` if the service is at fault or the error
 * is unexpected, otherwise `debug`. Failures of an aborted operation are always logged as `debug`, because aborting it
 * makes every call in flight fail.
 * @param place where it failed: a path in the result, a mutation or a connector
 */
export function logFailure(
  { log, tools }: Pick<GraphContext, 'log'> & { tools: { signal: AbortSignal } },
  error: unknown,
  place: object,
): void {
  const isExpected = error instanceof CodedError && !isServiceFault(error.code);
  log[isExpected || tools.signal.aborted ? 'debug' : 'error']({ err: error, ...place }, 'a field failed');
}

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
