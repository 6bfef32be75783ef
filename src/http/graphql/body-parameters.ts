import type { CpuAccount } from '../../operation/cpu-turns.ts';
import { maxBodyBytes } from '../../operation/operation-limits.ts';
import { readForm, readTextBody } from '../../tools/rules/request-body.ts';
import { requestError } from './errors/request-error.ts';

/** Length of a body, in characters, up to which it is parsed at once. */
const maxLengthAtOnce = 10_000;

/**
 * Reads the parameters of an operation from the body of a request, whose media type Yoga has accepted. Yoga's own
 * parsers would read the body without a limit, and replace bytes that are not UTF-8.
 * @throws GraphQLError `BAD_REQUEST`, SyntaxError, BodyError
 */
export async function readParameters(request: Request, cpu: CpuAccount): Promise<object> {
  const text = await readTextBody(request, maxBodyBytes);
  if (text.length <= maxLengthAtOnce) return parametersIn(text, request);
  cpu.takesTurns = true;
  return cpu.step(() => parametersIn(text, request));
}

function parametersIn(text: string, request: Request): object {
  const [mediaType] = (request.headers.get('content-type') ?? '').split(/[,;]/, 1);
  if (mediaType === 'application/graphql') return { query: text };
  return mediaType === 'application/x-www-form-urlencoded' ? formParameters(readForm(text)) : jsonParameters(text);
}

function jsonParameters(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw requestError('BAD_REQUEST', 'POST body sent invalid JSON.');
  }
  if (typeof value === 'object' && value !== null) return value;
  throw requestError('BAD_REQUEST', 'The POST body must be a JSON object.');
}

function formParameters(form: URLSearchParams): object {
  const json = (name: string): unknown => {
    const text = form.get(name) ?? '';
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    query: form.get('query'),
    operationName: form.get('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}
