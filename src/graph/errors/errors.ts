import { GraphQLError, type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { CodedError } from '../../tools/errors/coded-error.ts';
import { isWithinDateBounds } from '../../tools/rules/date-bounds.ts';
import { isServiceFault } from '../../tools/errors/error-codes.ts';
import type { GraphContext } from '../core/context.ts';
import { issueSentences } from '../core/input.ts';
import { OperationError } from '../../operation/operation.ts';

/** The earliest time at which to retry a call; null if retrying does not help or the time is unknown. */
export function retryTime({ retryAfterMs }: ToolError): Date | null {
  if (retryAfterMs === undefined) return null;
  const time = new Date(Date.now() + retryAfterMs);
  // A service may request a delay beyond the latest supported date.
  return isWithinDateBounds(time) ? time : null;
}

/** Returns the error that clients see; undefined for an unexpected failure, whose message they must not see. */
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

/** Logs at `error` if the service is at fault or the error is unexpected; otherwise, or after an abort, at `debug`. */
export function logFailure(
  { log, tools }: Pick<GraphContext, 'log'> & { tools: { signal: AbortSignal } },
  error: unknown,
  place: object,
): void {
  const isExpected = error instanceof CodedError && !isServiceFault(error.code);
  log[isExpected || tools.signal.aborted ? 'debug' : 'error']({ err: error, ...place }, 'a field failed');
}

/** The errors that each operation has reported. Executions for the same event share calls, but not these errors. */
const reportedErrors = new WeakMap<GraphContext, WeakSet<ToolError>>();

/** If several fields wait for a call that fails, all are null, but only the first reports the error. */
export async function withOneError<Value>(load: () => Promise<Value>, context: GraphContext): Promise<Value | null> {
  try {
    return await load();
  } catch (error) {
    // `mergeBudgetErrors` later merges the errors about the budget and counts the failed objects.
    if (!(error instanceof ToolError) || error.code === 'TOOL_CALL_BUDGET_EXCEEDED') throw error;
    const reported = reportedErrors.get(context) ?? new WeakSet();
    if (reported.has(error)) return null;
    reportedErrors.set(context, reported.add(error));
    throw error;
  }
}

/** If a call fails, returns a fallback and reports the error; throwing could make the parent or all of `data` null. */
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
