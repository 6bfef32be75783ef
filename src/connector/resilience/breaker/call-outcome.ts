import type { ProblemCode } from '../../../tools/errors/error-codes.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';

/**
 * What the outcome of a call says about its service:
 * - `works`: it returned a result, or rejected the call. A service that rejects a call, or is only busy, works.
 * - `failed`: the platform responded, but the service failed. The caller's own data may be the reason.
 * - `timed out`: nothing came back in time. The caller's own data may be the reason, or the connection.
 * - `unreachable`: the call did not get through. The connection is the reason.
 */
export type CallOutcome = 'works' | 'failed' | 'timed out' | 'unreachable';

const failures: Partial<Record<ProblemCode, CallOutcome>> = {
  UPSTREAM_ERROR: 'failed',
  UPSTREAM_TIMEOUT: 'timed out',
  UPSTREAM_UNAVAILABLE: 'unreachable',
};

export const outcomeOfError = (error: unknown): CallOutcome =>
  error instanceof ToolError ? (error.reason !== 'BUSY' && failures[error.code]) || 'works' : 'failed';

export const isUnreachable = (outcome: CallOutcome) => outcome === 'unreachable';
export const isFailure = (outcome: CallOutcome) => outcome !== 'works';

/**
 * Number of recent calls that decide whether a breaker opens. They cover a number, not a time, so that a service with few
 * callers is protected as well.
 */
export const windowSize = 20;

/** Share of failed calls at which a breaker opens. */
const failureRate = 0.5;

export const isFailing = (failed: number, { calls, minCalls }: { calls: number; minCalls: number }) =>
  calls >= minCalls && failed >= failureRate * calls;
