import { type ExecutionResult, GraphQLError } from 'graphql';
import { type GraphQLParams, isAsyncIterable } from 'graphql-yoga';
import { maxSubscriptionCharacters } from '../../../../operation/operation-limits.ts';
import { traceIdOf } from '../../../../infrastructure/telemetry/trace-context.ts';
import { resultText } from '../../errors/result-text.ts';
import type { RouteContext } from '../../route-context.ts';
import { eventStreamResponse } from './sse-response.ts';
import type { StreamRecord, Subscriptions } from './subscriptions.ts';

type StreamContext = Omit<RouteContext, 'log' | 'isTrusted' | 'payer' | 'connector' | 'uploads'>;

type Subscribed = AsyncIterable<ExecutionResult> | ExecutionResult;

/** Starts a subscription if its transport can stream results and its caller has a free place. */
export async function runAdmitted(
  { stream, caller, params }: StreamContext & { params: GraphQLParams },
  subscriptions: Subscriptions,
  subscribe: () => Promise<Subscribed>,
): Promise<Subscribed> {
  if (stream.transport === undefined) return { errors: [needsStream()] };
  if (isTooLong(params)) return { errors: [tooLong()] };
  const place = await subscriptions.admit(caller.identifier);
  if ('error' in place) return { errors: [place.error] };
  try {
    const results = await subscribe();
    if (isAsyncIterable(results)) stream.release = place.release;
    else place.release();
    return results;
  } catch (error) {
    place.release();
    throw error;
  }
}

export function streamResponse(
  results: AsyncIterable<ExecutionResult>,
  { context, subscriptions }: { context: StreamContext; subscriptions: Subscriptions },
): Response {
  const record = streamRecord(context);
  const tracked = subscriptions.track(results, { ...context.stream, transport: 'sse', record });
  return eventStreamResponse(tracked, { textOf: resultText, subscriptions, connection: context.connection });
}

/** Copies the fields to log, so that a stream does not keep its request in memory for an hour. */
export const streamRecord = ({ requestId, trace, caller, logEntry }: StreamContext): StreamRecord => ({
  requestId,
  traceId: traceIdOf(trace),
  identifier: caller.identifier,
  operation: logEntry.operation,
});

function isTooLong(params: GraphQLParams): boolean {
  try {
    return JSON.stringify(params).length > maxSubscriptionCharacters;
  } catch {
    // The variables are nested too deeply.
    return true;
  }
}

const tooLong = () =>
  new GraphQLError(
    `The document and the variables of a subscription must have at most ${maxSubscriptionCharacters} characters.`,
    { extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' } },
  );

const needsStream = () =>
  new GraphQLError(
    'A subscription needs a stream of responses: send it with the header Accept: text/event-stream, or over a WebSocket with the subprotocol graphql-transport-ws.',
    { extensions: { code: 'NOT_ACCEPTABLE' } },
  );

export const subscriptionsOnly = () =>
  new GraphQLError('The WebSocket carries subscriptions only. Send queries and mutations over HTTP.', {
    extensions: { code: 'BAD_REQUEST' },
  });
