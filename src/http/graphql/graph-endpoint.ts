import { SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { isServerFault } from '../../tools/errors/error-codes.ts';
import type { AccessLog } from '../middleware/access-log.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { RateLimit } from '../../infrastructure/fairness/rate-limit.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { checkHost, sendHeaders } from '../middleware/browser-rules.ts';
import type { Cors } from '../middleware/cors.ts';
import { errorReply, type Reply, requestErrorOf } from '../middleware/error-response.ts';
import { isMultipart } from '../uploads/multipart.ts';
import type { Exchange } from './operation-handler.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';
import type { Payer } from '../../operation/payer.ts';

export interface EndpointOptions {
  path: string;
  /** @throws RequestError if the request must not be handled */
  checkRequest: (request: Request) => void;
  handle: (exchange: Exchange) => Promise<Reply | Response>;
  /** Formats an error; by default as a GraphQL response. */
  replyToError?: typeof errorReply;
  page?: { isRequested: (request: Request) => boolean; send: (request: Request) => Promise<Response> };
  accessLog: AccessLog;
  securityHeaders: Headers;
  cors: Cors;
  /** Allowed host names in the `Host` header; all when omitted. */
  hosts?: ReadonlySet<string> | undefined;
  rateLimit?: RateLimit | undefined;
  telemetry: Pick<Telemetry, 'tracer'>;
}

export function createGraphEndpoint(options: EndpointOptions) {
  const { path, page, accessLog, cors, hosts, rateLimit, telemetry, replyToError = errorReply } = options;

  async function answer(exchange: Exchange): Promise<Response> {
    const { request, logEntry } = exchange;
    const preflight = await orErrorResponse(exchange, async () => cors.answerPreflight(request, logEntry));
    const response = preflight ?? (await answerWithRateLimit(exchange));
    cors.addHeaders(request, response);
    return response;
  }

  async function answerWithRateLimit(exchange: Exchange): Promise<Response> {
    const response = await orErrorResponse(exchange, () => dispatch(exchange));
    if (rateLimit) await addRateLimitHeaders(response, rateLimit, exchange.payer);
    return response;
  }

  async function dispatch(exchange: Exchange): Promise<Response> {
    const { request } = exchange;
    if (hosts) checkHost(request, hosts);
    if (page?.isRequested(request)) return page.send(request);
    options.checkRequest(request);
    // Turn errors into responses here, so that the span gets their status.
    return traceOperation(telemetry.tracer, exchange, () =>
      orErrorResponse(exchange, async () => {
        const reply = await options.handle(exchange);
        return reply instanceof Response ? reply : toResponse(reply);
      }),
    );
  }

  async function orErrorResponse<Result>(exchange: Exchange, run: () => Promise<Result>): Promise<Result | Response> {
    try {
      return await run();
    } catch (thrown) {
      const { text, status, headers } = replyToError(requestErrorOf(thrown, exchange), exchange);
      // The rest of an upload is not read, so its connection cannot be reused.
      const closing = isMultipart(exchange.request) ? { connection: 'close' } : {};
      return toResponse({ text, status, headers: { ...closing, ...headers } });
    }
  }

  return async (request: Request, connection?: Partial<ServerBindings>): Promise<Response> => {
    const exchange: Exchange = { ...accessLog.start(request, path), connection };
    sendHeaders(options.securityHeaders, exchange.requestId, connection);
    let status = 500;
    try {
      const response = await answer(request.method === 'HEAD' ? asGet(exchange) : exchange);
      ({ status } = response);
      return response;
    } finally {
      accessLog.finish(exchange, { status, route: path, connection });
    }
  };
}

/** Handles HEAD like GET: Node leaves out the body of the response. */
const asGet = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: new Request(exchange.request, { method: 'GET' }),
});

const toResponse = ({ text, status, headers }: Reply) => new Response(text, { status, headers });

/** Adds headers of the IETF draft "RateLimit header fields for HTTP". Only a known caller has a `payer`. */
async function addRateLimitHeaders(
  { headers }: Response,
  { points, windowSeconds }: RateLimit,
  payer: Payer | undefined,
): Promise<void> {
  headers.set('ratelimit-policy', `"cost";q=${points};w=${windowSeconds}`);
  const balance = await payer?.balance();
  if (balance) headers.set('ratelimit', `"cost";r=${balance.remaining};t=${secondsUntil(balance.resetAt)}`);
  if (payer?.retryAt !== undefined) headers.set('retry-after', formatRetryAfter(payer.retryAt - Date.now()));
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));

/** Continues the trace of the request. The span is named after the operation type: clients choose operation names. */
async function traceOperation(tracer: Tracer, exchange: Exchange, respond: () => Promise<Response>): Promise<Response> {
  const span = tracer.startSpan('GraphQL Operation', { kind: SpanKind.SERVER }, exchange.trace.context);
  exchange.trace = { ...exchange.trace, context: trace.setSpan(exchange.trace.context, span) };
  let status: number | undefined;
  try {
    const response = await respond();
    ({ status } = response);
    return response;
  } finally {
    if (span.isRecording()) {
      const { operation, operationType, errorCodes = new Set(), cost, countToolCalls } = exchange.logEntry;
      if (operationType !== undefined) span.updateName(operationType);
      const codes = [...errorCodes];
      const fault = codes.find(isServerFault);
      if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', fault);
      span.setAttributes({
        'http.response.status_code': status,
        'graphql.operation.type': operationType,
        'graphql.operation.name': operation,
        'graphql.error.codes': codes.length > 0 ? codes : undefined,
        'graphql.cost.estimated': cost?.estimated,
        'graphql.cost.actual': cost?.actual(),
        'graphql.tool_calls': countToolCalls?.(),
      });
    }
    span.end();
  }
}
