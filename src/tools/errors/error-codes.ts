/**
 * Where a code occurs:
 * - `tool`: in a field error or a `Problem`, because a tool call failed.
 * - `rest`: in a response of the REST protocol.
 * - `request`: in a response to an HTTP request to the graph that is rejected before it becomes an operation.
 * - `operation`: in the result of an operation of the graph that is rejected, or whose data is discarded.
 */
type Origin = 'tool' | 'rest' | 'request' | 'operation';

interface ErrorCodeRule {
  /** HTTP status of a response that reports only this error; 200 where GraphQL clients expect a result. */
  status: number;
  origins: readonly Origin[];
  /**
   * What helps: a corrected request, a connected account, a retry, or a fix of the service. Callers see the service's
   * own message only for `request` and `account`.
   */
  remedy?: 'request' | 'account' | 'retry' | 'service';
}

/** Every error code. All other lists of codes derive from this one. */
export const errorCodes = {
  BAD_USER_INPUT: { status: 400, origins: ['tool', 'rest', 'operation'], remedy: 'request' },
  NOT_FOUND: { status: 404, origins: ['tool', 'rest', 'request'], remedy: 'request' },
  FORBIDDEN: { status: 403, origins: ['tool', 'rest', 'request'], remedy: 'request' },
  CONFLICT: { status: 409, origins: ['tool', 'rest'], remedy: 'request' },
  NOT_CONNECTED: { status: 424, origins: ['tool', 'rest'], remedy: 'account' },
  CONNECTION_EXPIRED: { status: 424, origins: ['tool', 'rest'], remedy: 'account' },
  RATE_LIMITED: { status: 429, origins: ['tool', 'rest', 'request'], remedy: 'retry' },
  UPSTREAM_TIMEOUT: { status: 504, origins: ['tool', 'rest'], remedy: 'retry' },
  UPSTREAM_UNAVAILABLE: { status: 503, origins: ['tool', 'rest', 'request'], remedy: 'retry' },
  OUTCOME_UNKNOWN: { status: 200, origins: ['tool'], remedy: 'request' },
  UPSTREAM_ERROR: { status: 500, origins: ['tool', 'rest'], remedy: 'service' },
  MALFORMED_PAYLOAD: { status: 200, origins: ['tool'], remedy: 'service' },
  TOOL_CALL_BUDGET_EXCEEDED: { status: 200, origins: ['tool', 'operation'], remedy: 'request' },
  INSUFFICIENT_STORAGE: { status: 507, origins: ['tool', 'rest', 'request'], remedy: 'retry' },
  NOT_SUPPORTED: { status: 404, origins: ['tool', 'rest'], remedy: 'request' },

  BAD_REQUEST: { status: 400, origins: ['request'] },
  UNAUTHENTICATED: { status: 401, origins: ['rest', 'request', 'operation'] },
  CSRF_PREVENTED: { status: 403, origins: ['request'] },
  METHOD_NOT_ALLOWED: { status: 405, origins: ['request'] },
  REQUEST_TIMEOUT: { status: 408, origins: ['request'] },
  REQUEST_ENTITY_TOO_LARGE: { status: 413, origins: ['request'] },
  PAYLOAD_TOO_LARGE: { status: 413, origins: ['rest'] },
  UPLOAD_QUOTA_EXCEEDED: { status: 403, origins: ['request'] },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, origins: ['request'] },
  GRAPHQL_PARSE_FAILED: { status: 400, origins: ['operation'] },
  GRAPHQL_VALIDATION_FAILED: { status: 400, origins: ['operation'] },
  OPERATION_RESOLUTION_FAILURE: { status: 400, origins: ['operation'] },
  COST_ESTIMATED_TOO_EXPENSIVE: { status: 200, origins: ['operation'] },
  OPERATION_TIMEOUT: { status: 200, origins: ['operation'] },
  RESULT_TOO_LARGE: { status: 200, origins: ['operation'] },
  EVENT_CURSOR_INVALID: { status: 200, origins: ['operation'] },
  EVENT_CURSOR_EXPIRED: { status: 200, origins: ['operation'] },
  SUBSCRIPTION_ENDED: { status: 200, origins: ['operation'], remedy: 'retry' },
  OVERLOADED: { status: 503, origins: ['rest', 'request'], remedy: 'retry' },
  NOT_ACCEPTABLE: { status: 406, origins: ['request'] },
  PERSISTED_QUERY_NOT_SUPPORTED: { status: 200, origins: ['request'] },
  PERSISTED_QUERY_NOT_FOUND: { status: 200, origins: ['request'] },
  PERSISTED_QUERY_ID_REQUIRED: { status: 400, origins: ['request'] },
  QUERY_NOT_IN_SAFELIST: { status: 403, origins: ['request'] },
  INTERNAL_SERVER_ERROR: { status: 500, origins: ['request'] },
} as const satisfies Record<string, ErrorCodeRule>;

export type ErrorCode = keyof typeof errorCodes;

export type CodeOf<From extends Origin> = {
  [Code in ErrorCode]: From extends (typeof errorCodes)[Code]['origins'][number] ? Code : never;
}[ErrorCode];

export type ProblemCode = CodeOf<'tool'>;

export type RestErrorCode = CodeOf<'rest'>;

const rules: Readonly<Record<string, ErrorCodeRule>> = errorCodes;

const isCodeOf =
  <From extends Origin>(origin: From) =>
  (code: unknown): code is CodeOf<From> =>
    typeof code === 'string' && Object.hasOwn(rules, code) && rules[code]?.origins.includes(origin) === true;

export const isErrorCode = (code: string): boolean => Object.hasOwn(errorCodes, code);

const isProblemCode = isCodeOf('tool');
export const isRestCode = isCodeOf('rest');
export const isRequestCode = isCodeOf('request');

export const problemCodes = Object.keys(errorCodes).filter(isProblemCode);

export const restCodes = Object.keys(errorCodes).filter(isRestCode);

export const isRetryableCode = (code: ErrorCode) => rules[code]?.remedy === 'retry';

/** Whether the caller's account is missing or expired: every tool call fails with the same error. */
export const isAccountCode = (code: ErrorCode) => rules[code]?.remedy === 'account';

export const isServiceFault = (code: ErrorCode) => rules[code]?.remedy === 'service';

/** Whether an operator has to act, because a service or this program is at fault or unavailable. */
export const isServerFault = (code: string) => {
  const rule = Object.hasOwn(rules, code) ? rules[code] : undefined;
  return rule !== undefined && (rule.remedy === 'service' || rule.status >= 500);
};

/** Whether the call had no effect, so that even a call that is not safe to repeat may be retried. */
export const isRejectionCode = (code: string) => rejectionCodes.has(code);

const rejectionCodes = new Set([
  'RATE_LIMITED',
  'OVERLOADED',
  'UPSTREAM_UNAVAILABLE',
  'UNAUTHENTICATED',
  'INSUFFICIENT_STORAGE',
]);

/** Whether callers may see the service's own message for this code. */
export const isForCaller = (code: ErrorCode) => rules[code]?.remedy === 'request' || isAccountCode(code);
