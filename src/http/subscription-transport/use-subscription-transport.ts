import { getOperationAST, GraphQLError } from 'graphql';
import { type GraphQLParams, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { maxSubscriptionLength } from '../../operation/operation-limits.ts';
import { type RequestTrace, traceIdOf } from '../../infrastructure/telemetry/trace-context.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { Caller } from '../identity/identity.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import { acceptsJson } from '../middleware/error-response.ts';
import { resultText } from './result-text.ts';
import { eventStreamResponse, singleEventResponse } from './sse-response.ts';
import type { StreamRecord, StreamRequest, Subscriptions } from './subscriptions.ts';

/** What the transports pass to the GraphQL server with each request. */
export interface StreamContext {
  requestId: string;
  trace: RequestTrace;
  caller: Caller;
  logEntry: AccessLogEntry;
  stream: StreamRequest;
  /** The connection of the request; omitted if it does not come from one. */
  connection?: Partial<ServerBindings> | undefined;
}

/**
 * Admits subscriptions within the limits of their caller, and only over a transport that can carry them. Over a
 * WebSocket, admits nothing else. Writes the results of subscriptions as server-sent events, and those of other
 * operations too if the client accepts nothing else.
 */
export function useSubscriptionTransport(
  subscriptions: Subscriptions,
): Plugin<StreamContext & Pick<YogaInitialContext, 'params'>, StreamContext> {
  return {
    onExecute({ args: { contextValue }, setExecuteFn }) {
      if (contextValue.stream.transport === 'websocket') setExecuteFn(() => ({ errors: [subscriptionsOnly()] }));
    },
    onSubscribe({ args: { document, operationName, contextValue }, subscribeFn, setSubscribeFn }) {
      const { stream, caller, logEntry, params } = contextValue;
      const name = getOperationAST(document, operationName)?.name?.value;
      if (name !== undefined) logEntry.operation = name;
      logEntry.operationType = 'subscription';
      setSubscribeFn(async (args) => {
        if (stream.transport === undefined) return { errors: [needsStream()] };
        if (isTooLong(params)) return { errors: [tooLong()] };
        const admission = subscriptions.admit(caller.identifier);
        if ('error' in admission) return { errors: [admission.error] };
        try {
          const results = await subscribeFn(args);
          if (isAsyncIterable(results)) stream.release = admission.release;
          else admission.release();
          return results;
        } catch (error) {
          admission.release();
          throw error;
        }
      });
    },
    onResultProcess({ request, result, setResultProcessor, serverContext }) {
      if (Array.isArray(result)) return;
      if (isAsyncIterable(result)) {
        const { stream, connection } = serverContext;
        const record = streamRecord(serverContext);
        setResultProcessor(() => {
          const results = subscriptions.track(result, { ...stream, transport: 'sse', record });
          return eventStreamResponse(results, { textOf: resultText, subscriptions, connection });
        }, 'text/event-stream');
      } else if (!acceptsJson(request.headers.get('accept'))) {
        const status = result.extensions?.http?.status ?? 200;
        setResultProcessor(() => onlyResponse(resultText(result), status), 'text/event-stream');
      }
    },
  };
}

/** Clients read the events of a response only if its status is 200; otherwise they report the body. */
const onlyResponse = (text: string, status: number) =>
  status === 200
    ? singleEventResponse(text)
    : new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });

/** Says who subscribed to what; holds nothing else of the request, because a stream can live for an hour. */
export const streamRecord = ({ requestId, trace, caller, logEntry }: StreamContext): StreamRecord => ({
  requestId,
  traceId: traceIdOf(trace),
  identifier: caller.identifier,
  operation: logEntry.operation,
});

function isTooLong(params: GraphQLParams): boolean {
  try {
    return JSON.stringify(params).length > maxSubscriptionLength;
  } catch {
    // The variables are nested too deeply.
    return true;
  }
}

const tooLong = () =>
  new GraphQLError(
    `The document and the variables of a subscription must have at most ${maxSubscriptionLength} characters.`,
    { extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' } },
  );

const needsStream = () =>
  new GraphQLError(
    'A subscription needs a stream of responses: send it with the header Accept: text/event-stream, or over a WebSocket with the subprotocol graphql-transport-ws.',
    { extensions: { code: 'NOT_ACCEPTABLE' } },
  );

const subscriptionsOnly = () =>
  new GraphQLError('The WebSocket carries subscriptions only. Send queries and mutations over HTTP.', {
    extensions: { code: 'BAD_REQUEST' },
  });
