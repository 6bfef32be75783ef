import { execute as executeFields, type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Connector } from '../../connector/connector.ts';
import { createGraphContext, type GraphSettings } from '../../graph/core/context.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import type { StreamEnds } from './subscription/transport/stream-ends.ts';
import type { Subscriptions } from './subscription/transport/subscriptions.ts';
import { admitted, subscriptionsOnly } from './subscription/transport/transport-rules.ts';
import { createOperationExecutor, type ExecutorOptions } from './execute-operation.ts';
import { executeTraced } from './inline-trace/traced-schema.ts';
import type { RouteContext } from './route-context.ts';
import { createSubscribe } from './subscription/subscribe.ts';

export interface OperationOptions extends ExecutorOptions {
  graph: GraphSettings & { connector: Connector };
  subscriptions: Subscriptions;
  /** Ends the streams of subscriptions. */
  ends: StreamEnds;
}

type Context = RouteContext & Pick<YogaInitialContext, 'request' | 'params'>;

/** Executes queries and mutations, and starts subscriptions. Over a WebSocket, executes nothing but subscriptions. */
export function useOperation({ graph, subscriptions, ends, ...options }: OperationOptions): Plugin<Context> {
  const execute = createOperationExecutor(options);
  const subscribe = createSubscribe({ graph, ends, execute });
  return {
    onExecute({ setExecuteFn, args: { contextValue: context } }) {
      const { request, caller, requestId, trace, log, logEntry, account, uploads, stream } = context;
      setExecuteFn(async (args: ExecutionArgs) => {
        noteOperation(logEntry, args);
        if (stream.transport === 'websocket') return { errors: [subscriptionsOnly()] };
        const { headers, signal } = request;
        const contextValue = createGraphContext(graph, { ...caller, account, requestId, trace, log, uploads, signal });
        const isTraced = headers.get('apollo-federation-include-trace') === 'ftv1';
        const resolve = isTraced ? executeTraced : executeFields;
        return execute({ ...args, contextValue }, { headers, logEntry }, resolve);
      });
    },
    onSubscribe({ setSubscribeFn, args: { contextValue: context } }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        noteOperation(context.logEntry, args);
        return admitted(context, subscriptions, () => subscribe(args, context));
      });
    },
  };
}

function noteOperation(logEntry: AccessLogEntry, { document, operationName }: ExecutionArgs): void {
  const definition = getOperationAST(document, operationName);
  if (!definition) return;
  logEntry.operationType = definition.operation;
  if (definition.name) logEntry.operation = definition.name.value;
}
