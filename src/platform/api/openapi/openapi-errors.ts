import { errorCodes, isRestCode, type RestErrorCode } from '../../../tools/errors/error-codes.ts';

const meanings: Record<RestErrorCode, string> = {
  BAD_USER_INPUT: 'The parameters or the request break a rule; `issues` name each value.',
  UNAUTHENTICATED: 'The bearer token is missing, invalid or expired.',
  FORBIDDEN: 'The user may not do this.',
  NOT_FOUND: 'Nothing with this id is visible to the user.',
  NOT_SUPPORTED: 'The platform does not have the tool.',
  CONFLICT: 'The record already exists, or the idempotency key belongs to another call.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  NOT_CONNECTED: 'The identifier has no account on the connection.',
  CONNECTION_EXPIRED: 'The account must be connected again.',
  RATE_LIMITED: 'Too many calls of the client on behalf of the identifier.',
  UPSTREAM_ERROR: 'The service failed.',
  INSUFFICIENT_STORAGE: 'The disk is full; nothing was changed.',
  OVERLOADED: 'The node has more work than it can do; the call was not made.',
  UPSTREAM_UNAVAILABLE: 'The service cannot be reached.',
  UPSTREAM_TIMEOUT: 'The service did not respond in time.',
};

export const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
};

const hasRetryAfter = (status: number) => status === 429 || status === 503;

function errorResponse(status: number, codes: readonly RestErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join(' '),
    ...(hasRetryAfter(status) && { headers: retryAfter }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/failure' },
            {
              type: 'object',
              properties: { error: { type: 'object', properties: { code: { enum: codes } }, required: ['code'] } },
              required: ['error'],
            },
          ],
        },
      },
    },
  };
}

/** The error responses by HTTP status, each with the codes that have this status. */
export const errorResponses = Object.fromEntries(
  [
    ...Map.groupBy(Object.keys(errorCodes).filter(isRestCode), (code) => errorCodes[code].status),
    // A body that is not JSON is rejected with this status instead of that of the code.
    [415, ['BAD_USER_INPUT']] as const,
  ].map(([status, codes]) => [status, errorResponse(status, codes)]),
);
