import { type ExecutionResult, GraphQLError } from 'graphql';
import { type GraphQLParams, isAsyncIterable } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Connector } from '../../connector/connector.ts';
import type { StoredUpload } from '../../graph/core/context.ts';
import type { Payer } from '../../operation/payer.ts';
import { takeDueTurn } from '../../operation/work-turns.ts';
import type { OperationSlots } from '../../operation/operation-slots.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { Identify } from '../identity/identity.ts';
import { type AccessLogEntry, addErrorCodes, type LoggedRequest } from '../middleware/access-log.ts';
import { acceptsEventStream, acceptsJson, type MediaType, negotiateMediaType } from '../middleware/accept-header.ts';
import { type Reply, RequestError } from '../middleware/error-response.ts';
import { overloaded } from '../middleware/load-shedding.ts';
import { singleEventResponse } from './subscription/transport/sse-response.ts';
import type { Subscriptions } from './subscription/transport/subscriptions.ts';
import { streamResponse } from './subscription/transport/transport-rules.ts';
import { isMultipart, type MultipartOptions, readMultipart } from '../uploads/multipart.ts';
import { checkedParams, readParams } from './request-params.ts';
import type { GraphqlServer, RouteContext } from './route-context.ts';
import { type CheckGateway, gatewayHeader } from './trusted-documents/trusted-requests.ts';
import { simulationHeader } from './simulated-connector.ts';
import { errorCodes, isRequestCode } from '../../tools/errors/error-codes.ts';
import { resultText } from './errors/result-text.ts';

export interface Exchange extends LoggedRequest {
  connection: Partial<ServerBindings> | undefined;
  payer?: Payer;
}

export interface AdmissionOptions {
  identify: Identify;
  createPayer: (identifier: string) => Payer;
  isOverloaded: () => boolean;
  /** @throws RequestError */
  connectorFor: (headers: Headers) => Connector;
  log: Logger;
}

interface HandlerOptions extends AdmissionOptions {
  server: GraphqlServer;
  checkGateway: CheckGateway;
  slots: Pick<OperationSlots, 'run'>;
  subscriptions: Subscriptions;
  upload: Omit<MultipartOptions, 'identifier'>;
}

interface Received {
  operations: object;
  uploads: ReadonlyMap<string, StoredUpload>;
}

export function createOperationHandler(options: HandlerOptions) {
  const { server, slots, subscriptions, upload } = options;

  function replyTo(request: Request, result: ExecutionResult, { logEntry }: RouteContext): Reply | Response {
    const reply = resultReply(result, request, logEntry);
    // Clients read the events of a response only if its status is 200; otherwise they report the body.
    const isEvent = reply.status === 200 && !acceptsJson(request.headers.get('accept'));
    return isEvent ? singleEventResponse(reply.text) : reply;
  }

  /** @throws RequestError, BodyError when the operation is rejected before it runs */
  return async (exchange: Exchange): Promise<Reply | Response> => {
    const { request, requestId, logEntry, trace, connection } = exchange;
    const accept = request.headers.get('accept');
    const isStream = acceptsEventStream(accept);
    if (!isStream && !acceptsJson(accept)) {
      const message =
        'The response is application/json, application/graphql-response+json or text/event-stream; the Accept header allows none of them.';
      throw new RequestError({ code: 'NOT_ACCEPTABLE', message });
    }
    const isTrusted = options.checkGateway(request.headers.get(gatewayHeader), { logEntry });
    const admitted = await admitCaller(exchange, options);
    const { caller, payer } = admitted;

    const run = (received?: Received) =>
      slots.run({ payer, signal: request.signal, outgoing: connection?.outgoing }, async (onStart) => {
        const uploads = received?.uploads ?? new Map<string, StoredUpload>();
        const stream = { transport: isStream ? 'sse' : undefined, onStart } as const;
        const parts = { requestId, logEntry, trace, connection, isTrusted };
        const context: RouteContext = { ...parts, ...admitted, uploads, stream };
        const turn = () => takeDueTurn(caller.identifier);
        const params = async () => (received ? checkedParams(received.operations) : readParams(request, turn));
        const result = await resultOf(server, { request, params }, context);
        if (isAsyncIterable<ExecutionResult>(result)) return streamResponse(result, { context, subscriptions });
        return replyTo(request, result ?? { data: null }, context);
      });
    // A body without files is read in a slot. Callers have separate slots, so a slow body delays only its own caller.
    if (!isMultipart(request)) return run();
    const { release, ...received } = await readMultipart(request, { ...upload, identifier: caller.identifier });
    try {
      return await run(received);
    } finally {
      await release();
    }
  };
}

/** @throws RequestError if the caller is not identified, the process is overloaded or `connectorFor` throws */
export async function admitCaller(
  exchange: Exchange,
  { identify, createPayer, isOverloaded, connectorFor, log }: AdmissionOptions,
) {
  const { request, requestId, logEntry } = exchange;
  const caller = await identify(request, { requestId, logEntry });
  const { identifier } = caller;
  logEntry.identifier = identifier;
  if (isOverloaded()) throw overloaded();
  const connector = connectorFor(request.headers);
  const simulation = request.headers.get(simulationHeader) ?? undefined;
  if (simulation !== undefined) logEntry.simulation = simulation;
  const payer = createPayer(identifier);
  exchange.payer = payer;
  return { caller, payer, connector, log: log.child({ requestId, simulation }) };
}

/** Returns the result of the operation. If the operation is rejected, the result has the errors. */
export async function resultOf(
  server: GraphqlServer,
  { request, params }: { request: Request; params: () => GraphQLParams | Promise<GraphQLParams> },
  context: RouteContext,
) {
  try {
    const received = await params();
    await takeDueTurn(context.caller.identifier);
    return await server.getResultForParams({ request, params: received }, context);
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

/**
 * Without `data`, the first request error sets the status. Without a request error, the status is 400 as specified, but
 * 200 for `application/json`, because older clients and gateways hide the errors if the status is 400.
 */
function resultReply(result: ExecutionResult, { headers }: Request, logEntry: AccessLogEntry): Reply {
  const mediaType = negotiateMediaType(headers.get('accept'));
  const errors = result.errors?.map(withMethodCode);
  addErrorCodes(logEntry, errors);
  return {
    text: resultText(errors ? { ...result, errors } : result),
    status: result.data === undefined ? statusWithoutData(errors ?? [], mediaType) : 200,
    headers: {
      ...Object.assign({}, ...(errors ?? []).map(({ extensions }) => extensions.http?.headers)),
      'content-type': `${mediaType}; charset=utf-8`,
    },
  };
}

function statusWithoutData(errors: readonly GraphQLError[], mediaType: MediaType): number {
  const code = errors.map(({ extensions }): unknown => extensions['code']).find(isRequestCode);
  if (code) return errorCodes[code].status;
  return mediaType === 'application/json' ? 200 : 400;
}

/** Yoga reports a wrong method as BAD_REQUEST. The changed error is a copy, because Yoga caches errors. */
function withMethodCode(error: GraphQLError): GraphQLError {
  if (error.extensions.http?.status !== errorCodes.METHOD_NOT_ALLOWED.status) return error;
  return new GraphQLError(error.message, { extensions: { ...error.extensions, code: 'METHOD_NOT_ALLOWED' } });
}
