import type { z } from 'zod';
import { isForCaller, isRestCode, type ProblemCode } from '../../tools/error-codes.ts';
import { issueText } from '../../tools/input-issues.ts';
import { failureAnswerSchema } from '../../tools/rest-protocol.ts';
import { given } from '../given.ts';
import { malformedPayload, parsePayload } from '../malformed-payload.ts';
import { ToolError } from '../tool-error.ts';
import { ownWords } from './own-words.ts';
import { parseJson } from './parse-json.ts';
import type { HttpAnswer } from './platform-http.ts';
import { readRetryAfter } from './retry-after.ts';

/**
 * What the platform answered to a call that it did.
 * @throws ToolError for everything else
 */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { answer, tool }: { answer: HttpAnswer; tool: string },
): z.output<Schema> {
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer, tool);
  const body = parseJson(answer.text);
  if (body === undefined) throw malformedPayload(tool, 'response is not JSON');
  const parsed = parsePayload(schema, body);
  if ('data' in parsed) return parsed.data;
  const issues = parsed.issues.slice(0, 1).map(({ path, message }) => ({ path: ['response', ...path], message }));
  throw malformedPayload(tool, issueText(issues));
}

/** The platform says so instead of asking the service. */
const platformRefusals = new Set(['RATE_LIMITED', 'UPSTREAM_UNAVAILABLE', 'UNAUTHENTICATED']);

const longestMessage = 2000;

function failureOf({ status, headers, text }: HttpAnswer, tool: string): ToolError {
  const body = failureAnswerSchema.safeParse(parseJson(text)).data;
  const failure = body?.error;
  const known = failure && codeOnTheWire(failure.code);
  const code = known ?? codeOfStatus(status);
  const told = failure && known && isRestCode(failure.code) && isForCaller(failure.code) ? failure : undefined;
  return new ToolError({
    code,
    message: told?.message.slice(0, longestMessage) ?? ownWords(code, tool),
    tool,
    // Whoever is told that there are too many calls is told so instead of an answer, by a proxy too.
    neverArrived: status === 429 || (failure !== undefined && platformRefusals.has(failure.code)),
    cause: new Error(`The platform answered with status ${status}.`),
    ...given({
      issues: told?.issues,
      reason: told?.reason,
      retryAfterMs: failure?.retry_after_ms ?? readRetryAfter(headers['retry-after']),
      executionId: body?.execution_id,
    }),
  });
}

/** The graph's word for a code of the protocol; nothing when it is of another protocol. */
function codeOnTheWire(code: string): ProblemCode | undefined {
  if (!isRestCode(code)) return undefined;
  // This program's own credentials are no business of the caller's.
  if (code === 'UNAUTHENTICATED') return 'UPSTREAM_UNAVAILABLE';
  return code === 'PAYLOAD_TOO_LARGE' ? 'BAD_USER_INPUT' : code;
}

const codeByStatus: Partial<Record<number, ProblemCode>> = {
  401: 'UPSTREAM_UNAVAILABLE',
  408: 'UPSTREAM_TIMEOUT',
  429: 'RATE_LIMITED',
  502: 'UPSTREAM_UNAVAILABLE',
  503: 'UPSTREAM_UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

/** An answer that is not the protocol's own, of a proxy as may be: its 404 says nothing of what was asked for. */
const codeOfStatus = (status: number): ProblemCode => codeByStatus[status] ?? 'UPSTREAM_ERROR';
