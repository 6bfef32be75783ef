import { randomUUID } from 'node:crypto';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import type { SubscribePayload } from 'graphql-ws';
import type { Logger } from 'pino';
import type { Connector } from '../../../../../connector/connector.ts';
import type { OperationSlots } from '../../../../../operation/operation-slots.ts';
import { takeDueTurn } from '../../../../../operation/work-turns.ts';
import { type GraphqlServer, internalUrl, type StreamRequest } from '../../../route-context.ts';
import type { Caller } from '../../../../identity/identity.ts';
import type { AccessLogEntry } from '../../../../middleware/access-log.ts';
import { RequestError } from '../../../../middleware/error-response.ts';
import type { Payer } from '../../../../../operation/payer.ts';
import { unexpectedErrorMessage } from '../../../../../tools/errors/coded-error.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { streamRecord } from '../transport-rules.ts';
import type { OpenSocket, SocketSubscription } from './open-socket.ts';

export interface SocketGraph {
  server: GraphqlServer;
  slots: Pick<OperationSlots, 'run'>;
  /** @throws RequestError */
  connectorFor: (headers: Headers) => Connector;
  subscriptions: Subscriptions;
  createPayer: (identifier: string) => Payer;
  log: Logger;
}

/** Returns the errors if the subscription is rejected. */
export async function startSubscription(
  { open, caller, params }: { open: OpenSocket; caller: Caller; params: SubscribePayload },
  graph: SocketGraph,
): Promise<AsyncIterable<ExecutionResult> | readonly GraphQLError[]> {
  const { trace, isTrusted = false } = open;
  const requestId = randomUUID();
  const log = graph.log.child({ requestId });
  const logEntry: AccessLogEntry = {};
  const stream: StreamRequest = { transport: 'websocket' };
  const subscription: SocketSubscription = { controller: new AbortController() };
  open.subscriptions.add(subscription);
  const { signal } = subscription.controller;
  const uploads = new Map();
  const context = { requestId, log, logEntry, trace: { ...trace, requestId }, caller, isTrusted, uploads, stream };
  const end = () => {
    subscription.controller.abort();
    open.subscriptions.delete(subscription);
  };
  const record = () => ({ ...streamRecord(context), socketId: open.requestId });
  try {
    const request = new Request(internalUrl, { method: 'POST', headers: open.headers, signal });
    const connector = graph.connectorFor(request.headers);
    const payer = graph.createPayer(caller.identifier);
    const result = await graph.slots.run({ payer, signal }, async () => {
      await takeDueTurn(caller.identifier);
      return graph.server.getResultForParams({ params: paramsOf(params), request }, { ...context, payer, connector });
    });
    if (isAsyncIterable<ExecutionResult>(result)) {
      const { release } = stream;
      const onEnd = () => {
        release?.();
        end();
      };
      const options = { transport: 'websocket', release: onEnd, record: record() } as const;
      subscription.results = graph.subscriptions.track(result, options);
      return subscription.results;
    }
    if (!result?.errors) {
      end();
      return single(result ?? { data: null });
    }
    return rejected(result.errors);
  } catch (error) {
    return rejected([visibleError(error, { requestId, log, isAborted: signal.aborted })]);
  }

  function rejected(errors: readonly GraphQLError[]): readonly GraphQLError[] {
    // Do not log errors after the client disconnected.
    if (!signal.aborted) graph.subscriptions.reportRejection(record(), errors);
    end();
    return errors;
  }
}

const paramsOf = ({ query, variables, operationName, extensions, ...others }: SubscribePayload) => ({
  query,
  ...('documentId' in others && { documentId: others.documentId }),
  ...(variables && { variables }),
  ...(operationName != null && { operationName }),
  ...(extensions && { extensions }),
});

async function* single(result: ExecutionResult) {
  yield result;
}

function visibleError(
  error: unknown,
  { requestId, log, isAborted }: { requestId: string; log: Logger; isAborted: boolean },
): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (error instanceof RequestError) {
    const { code, message, extensions } = error;
    return new GraphQLError(message, { extensions: { code, ...extensions } });
  }
  if (!isAborted) log.error({ err: error }, 'a subscription failed to start');
  return new GraphQLError(unexpectedErrorMessage(`request id ${requestId}`), {
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
  });
}
