import type { RequestIdVariables } from 'hono/request-id';

/**
 * What the access log records about a request besides its answer. Handlers fill it in as they learn more. It never
 * holds what the client sent: no document, no variables, no tool parameters.
 */
export interface AccessLogEntry {
  /** Id of a platform call, as in its answer. */
  executionId?: string;
  /** The platform client that made the call. */
  clientId?: string;
  /** The user on whose behalf the call is made. */
  identifier?: string;
  /** Name of the GraphQL operation. */
  operation?: string;
  connection?: string;
  tool?: string;
  /** Error code of a rejected request. */
  code?: string;
  /** Explains the code where the code alone is ambiguous. */
  reason?: string;
  /** Number of tool calls that were sent for the request. */
  countToolCalls?: () => number;
  /** An unexpected error. */
  fault?: unknown;
}

export interface AccessLogVariables extends RequestIdVariables {
  logEntry: AccessLogEntry;
}
