import { ToolError } from '../../connector/tool-error.ts';
import { isServiceFault } from '../../tools/error-codes.ts';
import { CallBudgetError } from '../cost/call-budget.ts';
import type { GraphContext } from '../core/context.ts';
import { InvalidInputError } from './errors.ts';

/** The caller can mend it, or waits. */
const isForCaller = (error: unknown) =>
  error instanceof InvalidInputError ||
  error instanceof CallBudgetError ||
  (error instanceof ToolError && !isServiceFault(error.code));

/**
 * Logs a failure with its cause, which callers never see: as an error where the service is at fault or nobody foresaw
 * it. Whoever has gone away makes everything fail that was under way; that is no error.
 * @param place what failed: a path in the answer, or a field
 */
export function logFailure({ log, tools }: GraphContext, error: unknown, place: object): void {
  const level = isForCaller(error) || tools.signal.aborted ? 'debug' : 'error';
  log[level]({ err: error, ...place }, 'a field failed');
}
