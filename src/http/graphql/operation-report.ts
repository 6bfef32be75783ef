import type { ExecutionResult } from 'graphql';
import type { Operation } from '../../operation/operation.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';

/** Reports the cost and the number of tool calls of an operation for its access log line, span and metrics. */
export function reportOutcome({ cost, ledger }: Operation, logEntry: AccessLogEntry): void {
  logEntry.cost = cost;
  logEntry.countToolCalls = () => ledger.sent;
}

/**
 * Adds the tool calls of an operation, in the order in which they started, to its result as `extensions.toolCalls`, and
 * its cost as `extensions.cost` in the form of Shopify's API. Without a rate limit, the throttle status is null.
 */
export function withReport(result: ExecutionResult, { ledger, cost }: Operation): ExecutionResult {
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
