import type { RequestIdVariables } from 'hono/request-id';

/**
 * What the line of a request in the log tells besides its answer: whoever learns something notes it here. Never what
 * was asked with: no document, no variable, no parameter.
 */
export interface RequestNote {
  /** Names a call of the platform in its answer. */
  executionId?: string;
  /** The program that asks. */
  clientId?: string;
  /** The caller that it is asked for. */
  identifier?: string;
  /** The name of the operation in its document. */
  operation?: string;
  connection?: string;
  tool?: string;
  /** Why it was refused. */
  code?: string;
  /** In words, where the code does not say it. */
  reason?: string;
  /** How many tool calls have gone out for it. */
  countToolCalls?: () => number;
  /** What nobody foresaw. */
  fault?: unknown;
}

export interface NotedVariables extends RequestIdVariables {
  note: RequestNote;
}
