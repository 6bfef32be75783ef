import { GraphQLError, parse } from 'graphql';
import { makeServer } from 'graphql-ws';
import { isAsyncIterable } from 'graphql-yoga';
import { schema } from '../../../../../graph/schema.ts';
import { type CheckGateway, gatewayHeader } from '../../../trusted-documents/trusted-requests.ts';
import type { Identify } from '../../../../identity/identity.ts';
import { RequestError } from '../../../../middleware/error-response.ts';
import { internalUrl } from '../../../route-context.ts';
import { simulationHeader } from '../../../simulated-connector.ts';
import { createCallerLimit } from '../caller-limit.ts';
import { formattedErrors } from '../../../errors/result-text.ts';
import { closeCodes, isExpired, type OpenSocket } from './open-socket.ts';
import { payloadHeader } from './socket-headers.ts';
import { type SocketGraph, startSubscription } from './start-subscription.ts';

export interface ProtocolOptions extends SocketGraph {
  identify: Identify;
  checkGateway: CheckGateway;
  /** Maximum number of WebSockets per caller, and of subscriptions per WebSocket. */
  limit: number;
}

/** Client libraries use UUIDs or numbers as ids. */
const maxIdLength = 200;

/** A placeholder: the protocol library reads only the kind of operation from the document. */
const document = parse('subscription { __typename }');

/** The headers that apply to each subscription. */
const operationHeaders = ['x-tool-trace', 'x-explain', simulationHeader];

/** Each socket has one caller, and carries subscriptions only. */
export function createSocketProtocol({ identify, checkGateway, limit, ...graph }: ProtocolOptions) {
  const { subscriptions } = graph;
  const places = createCallerLimit(limit);

  async function connect(open: OpenSocket, payload: Record<string, unknown> | undefined): Promise<boolean> {
    const { socket, logEntry } = open;
    const authorization = payloadHeader(payload, 'authorization');
    const headers: Record<string, string> = { ...open.headers, ...(authorization !== undefined && { authorization }) };
    open.headers = Object.fromEntries(
      operationHeaders.flatMap((name) => {
        const value = payloadHeader(payload, name) ?? headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    try {
      const secret = payloadHeader(payload, gatewayHeader) ?? headers[gatewayHeader];
      open.isTrusted = checkGateway(secret, open);
      open.caller = await identify(new Request(internalUrl, { headers }), open);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // After `forbidden`, clients need a new token; after `tryAgainLater`, the same token may be accepted.
      const isTemporary = error.code === 'UPSTREAM_UNAVAILABLE';
      socket.close(isTemporary ? closeCodes.tryAgainLater : closeCodes.forbidden, error.message);
      return false;
    }
    const { identifier } = open.caller;
    logEntry.identifier = identifier;
    const release = places.acquire(identifier);
    if (!release) {
      logEntry.code = 'RATE_LIMITED';
      socket.close(closeCodes.tryAgainLater, `A caller may have ${limit} WebSockets at the same time.`);
      return false;
    }
    if (socket.readyState === socket.CLOSED) release();
    else socket.once('close', release);
    return true;
  }

  return makeServer<Record<string, unknown>, OpenSocket>({
    connectionInitWaitTimeout: subscriptions.times.initMs,
    onConnect: ({ connectionParams, extra }) => connect(extra, connectionParams),
    async onSubscribe({ extra: open, subscriptions: running }, id, params) {
      const { caller, socket } = open;
      if (!caller || isExpired(caller)) {
        socket.close(closeCodes.forbidden, 'The token has expired.');
        return [socketError('UNAUTHENTICATED', 'The token of the connection has expired.')];
      }
      if (id.length > maxIdLength) {
        socket.close(closeCodes.badRequest, `The id must be at most ${maxIdLength} characters.`);
        return [socketError('BAD_REQUEST', 'The id is too long.')];
      }
      open.count += 1;
      // `running` already contains the new subscription.
      if (Object.keys(running).length > limit) {
        return [socketError('RATE_LIMITED', `A WebSocket may carry ${limit} subscriptions at the same time.`)];
      }
      const started = await startSubscription({ open, caller, params }, graph);
      return isAsyncIterable(started) ? { schema, document, contextValue: started } : started;
    },
    // `onSubscribe` has already started the subscription; `Object` only changes the type.
    subscribe: ({ contextValue }) => Object(contextValue),
    onNext: (_open, _id, _params, _args, { errors, data, extensions }) => ({
      ...(errors && { errors: formattedErrors(errors, { hasData: data != null }) }),
      ...(data !== undefined && { data }),
      ...(extensions && { extensions }),
    }),
    onError: (_open, _id, _params, errors) => formattedErrors(errors, { hasData: false }),
  });
}

const socketError = (code: 'UNAUTHENTICATED' | 'BAD_REQUEST' | 'RATE_LIMITED', message: string) =>
  new GraphQLError(message, { extensions: { code, isRetryable: code === 'RATE_LIMITED' } });
