import { createSourceEventStream, execute as executeOnce, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { z } from 'zod';
import type { Connector } from '../../../connector/connector.ts';
import {
  createGraphContext,
  type GraphSettings,
  type SharedLoads,
  type SubscriptionScope,
} from '../../../graph/core/context.ts';
import type { SourceEvent } from '../../../graph/core/subscription.ts';
import type { AccessLogEntry } from '../../middleware/access-log.ts';
import type { StreamEnds } from '../../subscription-transport/stream-ends.ts';
import type { StreamRequest } from '../../subscription-transport/subscriptions.ts';
import { boundedErrors } from '../errors/bounded-errors.ts';
import { failedResult } from '../errors/failures.ts';
import { isSubscription } from '../operation-context.ts';
import type { RouteContext } from '../route-context.ts';
import { executionVariables } from './execution-variables.ts';
import { createEventTurns } from './event-turns.ts';
import { createResultStream } from './result-stream.ts';
import { createSharedExecutions } from './shared-executions.ts';

export interface SubscriptionOptions {
  graph: GraphSettings & { connector: Connector };
  ends: StreamEnds;
}

/** The start of a subscription, which creates its source of events. */
interface Starting {
  source?: AsyncIterable<unknown>;
}

type RequestContext = RouteContext & Pick<YogaInitialContext, 'request'>;

const sourceEventSchema = z.custom<SourceEvent<unknown>>(
  (event) => typeof event === 'object' && event !== null && 'key' in event && 'value' in event,
);

type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/** The start and the events of a subscription are executed as single responses; its own plugin sends them. */
const stream: StreamRequest = { transport: undefined };

/**
 * Runs subscriptions. The start of a subscription, and then each of its events, is executed like an operation of its
 * own, with all plugins and a new context: the checks, limits, errors, costs and reports are those of a query. Between
 * two events, a subscription has no context, timer or tool session.
 */
export function useSubscriptions({ graph, ends }: SubscriptionOptions): Plugin<RouteContext & { starting?: Starting }> {
  const shareExecution = createSharedExecutions();
  const turns = createEventTurns();
  let execute: Execute = () => {
    throw new Error('The GraphQL server is not initialized.');
  };

  async function subscribe({ contextValue: _context, ...operation }: ExecutionArgs, context: RequestContext) {
    const { caller, requestId, trace, log, request, quota } = context;
    const controller = new AbortController();
    const { signal } = controller;
    const base = { ...caller, requestId, trace, log, uploads: new Map() };
    const scope: SubscriptionScope = {
      ...caller,
      now: graph.now,
      signal,
      async read(work, readSignal) {
        const reading = createGraphContext(graph, { ...base, signal: readSignal });
        try {
          return await work(reading);
        } finally {
          reading.deadline.clear();
          reading.execution.end();
          // No result contains the cost of this work, and it cannot be rejected: it has already been done.
          const cost = reading.cost.actual();
          if (cost > 0) await quota?.reopen().reserve(cost);
        }
      },
    };
    const starting: Starting = {};
    const first = createGraphContext(graph, { ...base, signal: request.signal, subscription: scope });
    const logEntry: AccessLogEntry = {};
    const contextValue = { ...context, ...first, logEntry, stream, starting };
    const result = await executeBounded({ ...operation, contextValue });
    Object.assign(context.logEntry, finalEntry(logEntry));
    const { source } = starting;
    if (!source || result.errors) return result;

    // Whether a result has extensions depends on a header.
    const variables = `${executionVariables(operation)} ${request.headers.get('x-tool-trace')}`;
    const sharedBy = JSON.stringify([caller.identifier, [...caller.scopes].toSorted()]);

    const executeEvent = async (event: SourceEvent<unknown>, shared: SharedLoads) =>
      executeBounded({
        ...operation,
        rootValue: event,
        contextValue: {
          ...createGraphContext(graph, { ...base, signal: shared.signal, shared }),
          request,
          logEntry: {},
          stream,
          quota: quota?.reopen(),
        },
      });

    return createResultStream({
      source,
      controller,
      ends,
      expiresAt: caller.expiresAt,
      execute(next) {
        const event = sourceEventSchema.parse(next);
        return turns.run({ identifier: caller.identifier, signal }, async () =>
          shareExecution({
            key: { loads: `${event.key} ${sharedBy}`, document: operation.document, variables },
            signal,
            discardReads: () => graph.connector.discardReads(caller.identifier),
            execute: (shared) => executeEvent(event, shared),
          }),
        );
      },
      failure: (error) => failedResult(error, { requestId, log, tools: { signal } }),
    });
  }

  /** Limits the errors of a result. Those of single responses are limited when they are sent. */
  async function executeBounded(args: ExecutionArgs): Promise<ExecutionResult> {
    const result = await execute(args);
    return result.errors
      ? { ...result, errors: boundedErrors(result.errors, { hasData: result.data != null }) }
      : result;
  }

  return {
    onYogaInit({ yoga }) {
      ({ execute } = yoga.getEnveloped());
    },
    onSubscribe({ args: { contextValue }, setSubscribeFn }) {
      setSubscribeFn((args: ExecutionArgs) => subscribe(args, contextValue));
    },
    onExecute({ args: { document, operationName, contextValue }, setExecuteFn }) {
      if (!isSubscription(document, operationName)) return;
      const { starting } = contextValue;
      setExecuteFn(starting ? (args: ExecutionArgs) => createSource(args, starting) : executeOnce);
    },
  };
}

/** Copies the log entry of a start that has ended: the entry of the request must not hold its tool session. */
function finalEntry({ cost, countToolCalls, ...entry }: AccessLogEntry): AccessLogEntry {
  const [estimated, actual, calls] = [cost?.estimated, cost?.actual(), countToolCalls?.()];
  return {
    ...entry,
    ...(actual !== undefined && { cost: { estimated, actual: () => actual } }),
    ...(calls !== undefined && { countToolCalls: () => calls }),
  };
}

async function createSource(args: ExecutionArgs, starting: Starting): Promise<ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!isAsyncIterable(source)) return source;
  starting.source = source;
  return { data: null };
}
