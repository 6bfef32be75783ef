import { getOperationAST } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';
import type { OperationCost } from '../../operation/cost/operation-cost.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';

/**
 * Adds the operation name and the number of tool calls to the access log entry. Also adds the tool calls, in the order
 * in which they started, to the response as `extensions.toolCalls`, and the cost as `extensions.cost`. With the request
 * header `x-tool-trace`, a client requests (`1`) or suppresses (`0`) these extensions.
 * @param options.tracesByDefault whether to include the extensions when the header is missing
 */
export function useOperationReport({
  tracesByDefault,
}: {
  tracesByDefault: boolean;
}): Plugin<GraphContext & { logEntry: AccessLogEntry }> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const { logEntry, tools, request, deadline, cost } = contextValue;
      const name = getOperationAST(document, operationName)?.name?.value;
      if (name !== undefined) logEntry.operation = name;
      logEntry.countToolCalls = () => tools.trace.filter(({ source }) => source === 'CALLED').length;
      const header = request.headers.get('x-tool-trace');
      const includesTrace = header === '1' || (tracesByDefault && header !== '0');
      return {
        onExecuteDone({ result, setResult }) {
          deadline.clear();
          if (!includesTrace || isAsyncIterable(result)) return;
          const toolCalls = tools.trace.map((call) => ({
            ...call,
            startMs: hundredths(call.startMs),
            durationMs: hundredths(call.durationMs),
          }));
          setResult({ ...result, extensions: { ...result.extensions, toolCalls, cost: reportOf(cost) } });
        },
      };
    },
  };
}

/** The form is that of Shopify's API. Without a rate limit, the throttle status is null. */
const reportOf = (cost: OperationCost) => ({
  requestedQueryCost: cost.estimated ?? null,
  actualQueryCost: cost.actual(),
  throttleStatus: cost.throttleStatus ?? null,
});

const hundredths = (ms: number) => Math.round(ms * 100) / 100;
