import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { errorCodes, isRequestCode } from '../../../tools/error-codes.ts';
import { type MediaType, negotiateMediaType } from '../../middleware/error-response.ts';

/**
 * Sets status and media type of every answer by one rule. With `data` it is 200. Without, a refused request has the
 * status of its code, and every other one 400 as `application/graphql-response+json`, as the GraphQL over HTTP
 * specification requires, and 200 as `application/json`, because older clients and gateways show no error of a 400.
 */
export function useAnswerStatus(): Plugin {
  return {
    onResultProcess({ request, result, setResult, resultProcessor, setResultProcessor }) {
      if (isAsyncIterable(result) || Array.isArray(result)) return;
      const mediaType = negotiateMediaType(request.headers.get('accept'));
      // The library ignores qualities.
      if (resultProcessor) setResultProcessor(resultProcessor, mediaType);
      const errors = result.errors?.map(withoutStatus);
      const status = result.data === undefined ? statusWithoutData(errors ?? [], mediaType) : 200;
      const extensions = { ...result.extensions, http: { status } };
      setResult({ ...result, ...(errors && { errors }), extensions });
    },
  };
}

function statusWithoutData(errors: readonly GraphQLError[], mediaType: MediaType): number {
  for (const { extensions } of errors) {
    const code: unknown = extensions['code'];
    if (isRequestCode(code)) return errorCodes[code].status;
  }
  return mediaType === 'application/json' ? 200 : 400;
}

/** A copy, because the library caches errors of documents. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http, ...extensions } = error.extensions;
  if (!http) return error;
  // The library calls it BAD_REQUEST, as it does malformed requests.
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
