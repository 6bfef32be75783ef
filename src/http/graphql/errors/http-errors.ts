import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { CpuAccount } from '../../../operation/cpu-turns.ts';
import { shortened } from '../../../tools/rules/input-issues.ts';
import { boundedErrors } from './bounded-errors.ts';
import { errorCodes, isRequestCode } from '../../../tools/errors/error-codes.ts';
import { BodyError } from '../../../tools/rules/request-body.ts';
import { fromBodyError, type MediaType } from '../../middleware/error-response.ts';
import { readParameters } from '../body-parameters.ts';
import { requestError } from './request-error.ts';

type RequestParser = NonNullable<Parameters<NonNullable<Plugin['onRequestParse']>>[0]['requestParser']>;

interface ParserOptions {
  requestParser: RequestParser | undefined;
  /** The operation of a multipart request. */
  operations: object | undefined;
  cpu: CpuAccount;
}

/**
 * Returns a parser that reports requests that are too large, cannot be read, or have unknown parameters, with our own
 * codes and messages. The messages of Yoga and of the JSON parser can quote the body or the URL, which must not appear in
 * the response or in the log. The operation of a multipart request is already parsed and is passed to Yoga as an object:
 * writing it as JSON text again could change its numbers and its size, and fails if it is nested too deeply.
 * @throws GraphQLError `UNSUPPORTED_MEDIA_TYPE`
 */
export function checkedParser(
  { method }: Request,
  { requestParser, operations, cpu }: ParserOptions,
): RequestParser | undefined {
  if (operations) {
    cpu.takesTurns = true;
    return async () => checkedParameters(operations);
  }
  if (!requestParser && method === 'POST')
    throw requestError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  if (!requestParser) return undefined;
  return async (unread) => {
    try {
      if (method !== 'GET') return checkedParameters(await readParameters(unread, cpu));
      return checkedParameters(withDocumentId(await requestParser(unread), unread));
    } catch (error) {
      throw withoutQuotation(error);
    }
  };
}

const parameters = new Set(['query', 'documentId', 'variables', 'operationName', 'extensions']);

/**
 * Rejects unknown parameters, and an operation name that is not text. Yoga's own check of parameters is too late: it mistakes parsed parameters with
 * `status` and `headers` for a response and sends them to the client.
 */
function checkedParameters<Parsed extends object>(parsed: Parsed): Parsed {
  if (Array.isArray(parsed)) return parsed;
  for (const name in parsed) {
    if (parameters.has(name) || parsed[name] == null) continue;
    throw requestError('BAD_REQUEST', `Unexpected parameter "${shortened(name, 100)}" in the request body.`);
  }
  if ('operationName' in parsed && typeof (parsed.operationName ?? '') !== 'string') {
    throw requestError('BAD_REQUEST', 'operationName must be a string.');
  }
  return parsed;
}

/** Adds the parameter that Yoga does not read from the URL. */
const withDocumentId = <Parsed extends object>(parsed: Parsed, { url }: Request) => ({
  ...parsed,
  documentId: new URL(url).searchParams.get('documentId'),
});

function withoutQuotation(error: unknown): unknown {
  if (error instanceof SyntaxError)
    return requestError('BAD_REQUEST', 'The parameters variables and extensions must be JSON objects.');
  if (error instanceof BodyError) {
    const { code, message } = fromBodyError(error);
    return requestError(code, message);
  }
  return error;
}

/**
 * Limits the errors of a result and adds the status of its response. A response with `data` has status 200. A request
 * that is rejected before it runs has the status of its error code. Any other response without `data` has status 400 as
 * `application/graphql-response+json`, as the GraphQL over HTTP specification requires, but 200 as `application/json`,
 * because older clients and gateways hide the errors of a response with status 400.
 */
export function withStatus(result: ExecutionResult, mediaType: MediaType) {
  const hasData = result.data != null;
  const errors = result.errors && boundedErrors(result.errors.map(withoutStatus), { hasData });
  const status = result.data === undefined ? statusWithoutData(errors ?? [], mediaType) : 200;
  return { ...result, ...(errors && { errors }), extensions: { ...result.extensions, http: { status } } };
}

type ResultProcessor = NonNullable<Parameters<NonNullable<Plugin['onResultProcess']>>[0]['resultProcessor']>;

/**
 * Makes a result processor create Node's global `Response` instead of Yoga's own: the HTTP server can then write headers
 * and body together, without reading the body from a stream.
 */
export const withGlobalResponse =
  (process: ResultProcessor): ResultProcessor =>
  (result, fetchApi, mediaType) =>
    process(result, { ...fetchApi, Response }, mediaType);

function statusWithoutData(errors: readonly GraphQLError[], mediaType: MediaType): number {
  const code = errors.map(({ extensions }): unknown => extensions['code']).find(isRequestCode);
  if (code) return errorCodes[code].status;
  return mediaType === 'application/json' ? 200 : 400;
}

/**
 * Returns an error without Yoga's HTTP status. A changed error is a copy, because Yoga caches the errors of documents.
 */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http, ...extensions } = error.extensions;
  if (!http) return error;
  // Yoga reports a wrong method as BAD_REQUEST, like a malformed request.
  if (http.status === errorCodes.METHOD_NOT_ALLOWED.status) extensions['code'] = 'METHOD_NOT_ALLOWED';
  const { nodes, source, positions, path } = error;
  return new GraphQLError(error.message, {
    nodes: nodes ?? null,
    source,
    positions,
    path,
    extensions: { ...extensions, ...(http.headers && { http: { headers: http.headers } }) },
  });
}
