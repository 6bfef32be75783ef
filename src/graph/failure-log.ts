import { ToolError } from '../connector/tool-error.ts';
import type { ProblemCode } from '../tools/problem-code.ts';
import type { GraphContext } from './context.ts';

/** Codes that say: the service is at fault, and somebody has to look. */
const serviceFaults = new Set<ProblemCode>(['UPSTREAM_ERROR', 'MALFORMED_PAYLOAD']);

/**
 * Logs a foreseen failure with its cause, which callers never see: as an error where the service is at fault.
 * @param place what failed: a path in the answer, or a field
 */
export function logFailure({ log }: GraphContext, error: unknown, place: object): void {
  const level = error instanceof ToolError && serviceFaults.has(error.code) ? 'error' : 'debug';
  log[level]({ err: error, ...place }, 'a field failed');
}
