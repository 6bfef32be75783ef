import { type ExecutionResult, GraphQLError } from 'graphql';
import { errorCodes, isRequestCode } from '../../../tools/errors/error-codes.ts';
import { type AccessLogEntry, addErrorCode } from '../../middleware/access-log.ts';
import { type MediaType, negotiateMediaType, type Reply } from '../../middleware/error-response.ts';
import { resultText } from './result-text.ts';

/**
 * Creates the reply with the result of an operation. A result with `data` has status 200. An operation that is rejected
 * before it runs has the status of its error code. Any other result without `data` has status 400 as
 * `application/graphql-response+json`, as the GraphQL over HTTP specification requires, but 200 as `application/json`,
 * because older clients and gateways hide the errors of a response with status 400.
 */
export function resultReply(result: ExecutionResult, { headers }: Request, logEntry: AccessLogEntry): Reply {
  const mediaType = negotiateMediaType(headers.get('accept'));
  const errors = result.errors?.map(withMethodCode);
  for (const { extensions } of errors ?? []) addErrorCode(logEntry, extensions['code']);
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

/**
 * Yoga reports a wrong method as BAD_REQUEST, like a malformed request. The changed error is a copy, because Yoga caches
 * the errors of documents.
 */
function withMethodCode(error: GraphQLError): GraphQLError {
  if (error.extensions.http?.status !== errorCodes.METHOD_NOT_ALLOWED.status) return error;
  return new GraphQLError(error.message, { extensions: { ...error.extensions, code: 'METHOD_NOT_ALLOWED' } });
}
