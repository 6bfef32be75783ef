import { type ExecutionResult, getOperationAST, GraphQLError, OperationTypeNode } from 'graphql';
import { maskError } from 'graphql-yoga';
import { unexpectedErrorMessage } from '../../tools/errors/coded-error.ts';
import { mergeBudgetErrors } from '../../operation/cost/cost-errors.ts';
import type { GraphContext, OperationArgs } from '../../graph/core/context.ts';
import { expectedError, logFailure } from '../../graph/errors/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { runOperation } from '../../operation/run-operation.ts';
import { type AccessLogEntry, addErrorCode } from '../middleware/access-log.ts';
import { type CostRules, createOperationChecks } from './limits/operation-checks.ts';
import { executeWithinQuota } from './limits/operation-quota.ts';

export type ExecuteOperation = ReturnType<typeof createOperationExecutor>;

interface ExecutorOptions {
  costs: CostRules;
  introspection: boolean;
  /** Whether results list the tool calls if the header `x-tool-trace` is missing. */
  tracesByDefault: boolean;
}

export function createOperationExecutor({ costs, introspection, tracesByDefault }: ExecutorOptions) {
  const check = createOperationChecks({ ...costs, suggestions: introspection });
  /** `resolve` resolves the fields of the operation, or creates the source of a subscription. */
  return async (
    args: OperationArgs,
    { headers, logEntry }: { headers: Headers; logEntry: AccessLogEntry },
    resolve: (args: OperationArgs) => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<ExecutionResult> => {
    const { contextValue: context } = args;
    const { operation } = context;
    logEntry.cost = operation.cost;
    logEntry.countToolCalls = () => operation.ledger.sent;
    return runOperation(operation, {
      price: () => check(args, { isExplainOnly: headers.get('x-explain') === '1' }),
      spend: (run) => executeWithinQuota(operation, run),
      execute: () => resolveForOneAccount(args, resolve),
      respond(executed) {
        const result = withVisibleErrors(executed, context);
        for (const code of context.problemCodes) addErrorCode(logEntry, code);
        const header = headers.get('x-tool-trace');
        const isReported = header === '1' || (tracesByDefault && header !== '0');
        return isReported ? withExtensions(result, operation) : result;
      },
    });
  };
}

/** Repeats a query if an account was replaced meanwhile, so that its result does not mix two organizations. */
async function resolveForOneAccount(
  args: OperationArgs,
  resolve: (args: OperationArgs) => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { contextValue: context, document, operationName } = args;
  const result = await resolve(args);
  const isQuery = getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
  if (!context.tools.takeAccountChange() || !isQuery || context.operation.signal.aborted) return result;
  context.loaderScope = {};
  context.fallbackErrors.length = 0;
  context.operation.cost.discardResult();
  return resolve(args);
}

/** Adds the tool calls in the order in which they started, and the cost in the form of Shopify's API. */
function withExtensions(result: ExecutionResult, { ledger, cost }: Operation): ExecutionResult {
  const toolCalls = ledger.trace.map((call) => ({
    ...call,
    startMs: hundredths(call.startMs),
    durationMs: hundredths(call.durationMs),
  }));
  const reportedCost = {
    requestedQueryCost: cost.estimated ?? null,
    actualQueryCost: cost.actual(),
    throttleStatus: cost.throttleStatus ?? null,
  };
  return { ...result, extensions: { ...result.extensions, toolCalls, cost: reportedCost } };
}

const hundredths = (ms: number) => Math.round(ms * 100) / 100;

/** Expected errors keep their code, unexpected ones are masked; both include the request id. */
function withVisibleErrors(result: ExecutionResult, context: GraphContext): ExecutionResult {
  const { fallbackErrors, operation } = context;
  // A stopped operation has one error; the errors of its fields are discarded with its data.
  const errors = [...(result.errors ?? []), ...(operation.signal.aborted ? [] : fallbackErrors)];
  if (errors.length === 0) return result;
  return { ...result, errors: mergeBudgetErrors(errors.map((error) => visibleError(error, context))) };
}

type FailureContext = Pick<GraphContext, 'requestId' | 'log'> & { tools: { signal: AbortSignal } };

export function failedResult(error: unknown, context: FailureContext): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error('unexpected failure', { cause: error });
  return { errors: [visibleError(new GraphQLError(originalError.message, { originalError }), context)] };
}

function visibleError(error: GraphQLError, context: FailureContext): GraphQLError {
  const { requestId } = context;
  const { nodes = null, path = null, originalError } = error;
  const expected = expectedError(error, requestId);
  // Yoga returns the error itself if callers may see its message.
  const isMasked = !expected && maskError(error, '', false) !== error;
  if (expected || isMasked) logFailure(context, originalError, { path: error.path });
  if (!isMasked) return expected ?? error;
  const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
  return new GraphQLError(unexpectedErrorMessage(`request id ${requestId}`), { nodes, path, extensions });
}
