import type { GraphQLParams } from 'graphql-yoga';
import { maxBodyBytes } from '../../operation/operation-limits.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import { mediaTypeOf, readForm, readTextBody } from '../../tools/rules/http.ts';
import { RequestError } from '../middleware/error-response.ts';
import { parseRequestJson } from '../middleware/request-json.ts';

/**
 * Reads the GraphQL parameters. Waits for `turn` before it decodes a body. Messages quote names of parameters, never
 * values.
 * @throws RequestError, BodyError
 */
export async function readParams(request: Request, turn: () => Promise<void>): Promise<GraphQLParams> {
  if (request.method === 'GET') return checkedParams(paramsIn(new URL(request.url).searchParams));
  const parse = parsers.get(mediaTypeOf(request.headers.get('content-type')) ?? '');
  if (!parse) {
    throw new RequestError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must be application/json.' });
  }
  return checkedParams(parse(await readTextBody(request, { maxBytes: maxBodyBytes, turn })));
}

const parseJson = (text: string) => parseRequestJson(text, () => badRequest('POST body sent invalid JSON.'));

const parsers: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ['application/json', parseJson],
  ['application/graphql+json', parseJson],
  ['application/graphql', (query: string) => ({ query })],
  ['application/x-www-form-urlencoded', (text: string) => paramsIn(readForm(text))],
]);

function paramsIn(form: URLSearchParams): GraphQLParams {
  const json = (name: string) => {
    const text = form.get(name);
    const invalid = () => badRequest('The parameters variables and extensions must be JSON objects.');
    return text ? parseRequestJson(text, invalid) : undefined;
  };
  const texts = ['query', 'documentId', 'operationName'].map((name) => [name, form.get(name) || undefined]);
  return { ...Object.fromEntries(texts), variables: json('variables'), extensions: json('extensions') };
}

const knownParameters = new Set(['query', 'documentId', 'variables', 'operationName', 'extensions']);

/** Rejects batches, unknown parameters and an operation name that is not a string. Yoga checks the other parameters. */
export function checkedParams(params: unknown): GraphQLParams {
  if (typeof params !== 'object' || params === null) throw badRequest('The POST body must be a JSON object.');
  if (Array.isArray(params)) throw badRequest('Batching is not supported. Send one operation.');
  for (const [name, value] of Object.entries(params)) {
    if (value != null && !knownParameters.has(name))
      throw badRequest(`Unexpected parameter "${shortened(name, 100)}" in the request body.`);
  }
  if ('operationName' in params && typeof (params.operationName ?? '') !== 'string')
    throw badRequest('operationName must be a string.');
  return params;
}

const badRequest = (message: string) => new RequestError({ code: 'BAD_REQUEST', message });
