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

/** What tells failures of one code apart: `PENDING_AUTH`, an account without a token yet, is `NOT_CONNECTED` too. */
export const failureReasons = ['PENDING_AUTH'] as const;

export type FailureReason = (typeof failureReasons)[number];

/** One rejected value: where it stands in the input and the rule it broke. */
export interface InputIssue {
  path: string[];
  message: string;
}
