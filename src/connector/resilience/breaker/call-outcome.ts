import type { ProblemCode } from '../../../tools/errors/error-codes.ts';
import { ToolError } from '../../tool-error.ts';

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
