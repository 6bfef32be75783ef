import { timeout, TimeoutStrategy } from 'cockatiel';
import { ToolError } from '../tool-error.ts';

export interface TimedCall {
  /** The tool's name without prefix. */
  tool: string;
  signal: AbortSignal;
}

/**
 * Limits the duration of one attempt: its signal is aborted, and it is not waited for even if it ignores the signal.
 * @throws ToolError `UPSTREAM_TIMEOUT`, the signal's reason, or the attempt's error
 */
export function createCallTimeout(timeoutMs: number) {
  // Aborting the signal of an attempt that has ended would create an error that costs more than the rest of the policy.
  const policy = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
  return async <Result>(
    { tool, signal }: TimedCall,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    let attemptSignal: AbortSignal | undefined;
    try {
      return await policy.execute((context) => {
        attemptSignal = context.signal;
        return attempt(context.signal);
      }, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!attemptSignal?.aborted) throw error;
      throw new ToolError({
        code: 'UPSTREAM_TIMEOUT',
        message: `${tool} did not return within ${timeoutMs} ms.`,
        tool,
        cause: error,
      });
    }
  };
}
