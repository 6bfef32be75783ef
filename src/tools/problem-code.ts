/** Everything that can go wrong with a tool call, as components of a screen tell it apart. */
export const problemCodes = [
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'NOT_CONNECTED',
  'CONNECTION_EXPIRED',
  'RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'MALFORMED_PAYLOAD',
  'TOOL_CALL_BUDGET_EXCEEDED',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Codes of requests that the graph rejects as a whole, and of its own faults. Neither tools nor problems carry them. */
export const requestErrorCodes = [
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'CSRF_PREVENTED',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'REQUEST_ENTITY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'RESULT_TOO_LARGE',
  'INTERNAL_SERVER_ERROR',
] as const;

/** Every code in `extensions.code` of a GraphQL error. */
export type ErrorCode = ProblemCode | (typeof requestErrorCodes)[number];

/** What tells failures of one code apart: `PENDING_AUTH`, an account without a token yet, is `NOT_CONNECTED` too. */
export const failureReasons = ['PENDING_AUTH'] as const;

export type FailureReason = (typeof failureReasons)[number];

/** One rejected value: where it stands in the input and the rule it broke. */
export interface InputIssue {
  path: string[];
  message: string;
}
