import type { ExecutionResult } from 'graphql';
import type { OperationArgs } from '../../graph/core/context.ts';
import type { CallerQuota } from '../../operation/caller-quota.ts';
import type { CpuAccount } from '../../operation/cpu-turns.ts';
import { type AccessLogEntry, addErrorCode } from '../middleware/access-log.ts';
import { withVisibleErrors } from './errors/failures.ts';
import { withTrace } from './inline-trace/traced-schema.ts';
import { executeBounded } from './limits/bounded-execution.ts';
import { withoutSuggestions } from './limits/document-rules.ts';
import { type CostRules, createOperationChecks } from './limits/operation-checks.ts';
import { executeWithinQuota } from './limits/operation-quota.ts';
import { reportOutcome, withReport } from './operation-report.ts';

/** The request that an operation belongs to. */
export interface OperationRequest {
  headers: Headers;
  logEntry: AccessLogEntry;
  /** What the caller may still spend; omitted if no rate limit applies. */
  quota?: CallerQuota | undefined;
  /** The account of large documents and variables; omitted for the events of a subscription. */
  cpu?: CpuAccount | undefined;
}

export type Resolve = (args: OperationArgs) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Executes an operation with its checks, limits and reports.
 * @param resolve resolves its fields, or creates the source of a subscription
 */
export type ExecuteOperation = (
  args: OperationArgs,
  request: OperationRequest,
  resolve: Resolve,
) => Promise<ExecutionResult>;

export interface ExecutorOptions {
  costs: CostRules;
  /** Whether clients may introspect the schema; otherwise no error suggests its names. */
  introspection: boolean;
  /** Whether results report their tool calls if the header `x-tool-trace` is missing. */
  tracesByDefault: boolean;
}

/** Creates the executor of all operations: queries, mutations, and the starts and events of subscriptions. */
export function createOperationExecutor({ costs, introspection, tracesByDefault }: ExecutorOptions): ExecuteOperation {
  const check = createOperationChecks({ ...costs, suggestions: introspection });
  return async (args, request, resolve) => {
    const { contextValue: context } = args;
    const { headers, logEntry } = request;
    const { operation } = context;
    reportOutcome(operation, logEntry);
    try {
      const checked = check(args, { isExplainOnly: headers.get('x-explain') === '1', cpu: request.cpu });
      const executed =
        (checked instanceof Promise ? await checked : checked) ??
        (await executeWithinQuota(request.quota, operation.cost, () => executeBounded(operation, () => resolve(args))));
      const result = withVisibleErrors(introspection ? executed : withoutSuggestions(executed), context);
      for (const code of context.problemCodes) addErrorCode(logEntry, code);
      const header = headers.get('x-tool-trace');
      const isReported = header === '1' || (tracesByDefault && header !== '0');
      return withTrace(isReported ? withReport(result, operation) : result, context);
    } finally {
      operation.end();
    }
  };
}
