import { createSourceEventStream, type ExecutionResult } from 'graphql';
import { isAsyncIterable, type YogaInitialContext } from 'graphql-yoga';
import { z } from 'zod';
import {
  createGraphContext,
  type GraphSettings,
  type OperationArgs,
  type SharedLoads,
  type SourceEvent,
  type SubscriptionScope,
} from '../../../graph/core/context.ts';
import { oncePer } from '../../../graph/core/loader.ts';
import type { AccessLogEntry } from '../../middleware/access-log.ts';
import { createResultStream } from './result-stream.ts';
import type { StreamEnds } from './stream-ends.ts';
import { executeOperation } from '../../../operation/execution/execute-plan.ts';
import { createPayer } from '../../../operation/payer.ts';
import { turnsOfWork } from '../../../operation/work-turns.ts';
import { untilAborted } from '../../../operation/promises.ts';
import { boundedErrors } from '../errors/result-text.ts';
import { failedResult, type ExecuteOperation } from '../execute-operation.ts';
import type { RouteContext } from '../route-context.ts';
import { createSharedExecutions, executionVariables } from './shared-executions.ts';

type SubscribeOptions = GraphSettings & { ends: StreamEnds };

/** Executions with different connectors must not share what they load. */
const sharedExecutionsOf = oncePer(createSharedExecutions);

const sourceEventSchema = z.custom<SourceEvent<unknown>>(
  (event) => typeof event === 'object' && event !== null && 'key' in event && 'value' in event,
);

/** The start and each event are executed like operations. Between events, no context, timer or tool session exists. */
export function createSubscribe(options: SubscribeOptions, execute: ExecuteOperation) {
  return async (
    operation: Omit<OperationArgs, 'contextValue'>,
    context: RouteContext & Pick<YogaInitialContext, 'request'>,
  ) => {
    const { caller, requestId, trace, log, request, payer, connector } = context;
    const graph = { ...options, connector };
    const shareExecution = sharedExecutionsOf(connector);
    const { headers } = request;
    const controller = new AbortController();
    const { signal } = controller;
    const createEventPayer = () => createPayer(caller.identifier, payer.limit);
    const base = { ...caller, requestId, trace, log, uploads: new Map() };
    const subscription: SubscriptionScope = {
      ...caller,
      now: graph.now,
      signal,
      async read(work, readSignal) {
        const reading = createGraphContext(graph, { ...base, payer: createEventPayer(), signal: readSignal });
        try {
          return await work(reading);
        } finally {
          reading.operation.end();
          // Charge this work here: no result reports its cost, and it is too late to reject the work.
          const cost = reading.operation.cost.actual();
          if (cost > 0) await reading.operation.payer.spend(cost);
        }
      },
    };
    let source: AsyncIterable<unknown> | undefined;
    const start = async (args: OperationArgs): Promise<ExecutionResult> => {
      const created = await createSourceEventStream(args);
      if (!isAsyncIterable(created)) return created;
      source = created;
      return { data: null };
    };
    const logEntry: AccessLogEntry = {};
    const contextValue = createGraphContext(graph, { ...base, payer, signal: request.signal, subscription });
    const result = bounded(await execute({ ...operation, contextValue }, { headers, logEntry }, start));
    Object.assign(context.logEntry, finalEntry(logEntry));
    if (!source || result.errors) return result;

    // Include `x-tool-trace`, because it decides whether a result has extensions.
    const variables = `${executionVariables(operation)} ${headers.get('x-tool-trace')}`;
    const sharedBy = JSON.stringify([caller.identifier, [...caller.scopes].toSorted()]);

    const executeEvent = async (event: SourceEvent<unknown>, shared: SharedLoads) => {
      const eventContext = createGraphContext(graph, {
        ...base,
        payer: createEventPayer(),
        signal: shared.signal,
        shared,
      });
      const args = { ...operation, rootValue: event, contextValue: eventContext };
      return bounded(await execute(args, { headers, logEntry: {} }, executeOperation));
    };

    return createResultStream({
      source,
      controller,
      ends: graph.ends,
      expiresAt: caller.expiresAt,
      execute(next) {
        const event = sourceEventSchema.parse(next);
        // Without turns, a hundred subscriptions that resume from old cursors would block other requests for seconds.
        return untilAborted(signal, async () => {
          await turnsOfWork.open(caller.identifier).take();
          signal.throwIfAborted();
          return shareExecution({
            key: { loads: `${event.key} ${sharedBy}`, document: operation.document, variables },
            signal,
            discardReads: () => connector.discardReads(caller.identifier),
            execute: (shared) => executeEvent(event, shared),
          });
        });
      },
      failure: (error) => failedResult(error, { requestId, log, tools: { signal } }),
    });
  };
}

/** Limits the errors of an event's result. A single response is limited when it is sent. */
const bounded = (result: ExecutionResult): ExecutionResult =>
  result.errors ? { ...result, errors: boundedErrors(result.errors, { hasData: result.data != null }) } : result;

/** Copies the numbers, so that the log entry does not keep the tool session of the start in memory. */
function finalEntry({ cost, countToolCalls, ...entry }: AccessLogEntry): AccessLogEntry {
  const [estimated, actual, calls] = [cost?.estimated, cost?.actual(), countToolCalls?.()];
  return {
    ...entry,
    ...(actual !== undefined && { cost: { estimated, actual: () => actual } }),
    ...(calls !== undefined && { countToolCalls: () => calls }),
  };
}
