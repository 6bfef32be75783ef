import { timeout, TimeoutStrategy } from 'cockatiel';
import { ToolError } from '../tool-error.ts';

export interface TimedCall {
  /** The tool's name without prefix. */
  tool: string;
  signal: AbortSignal;
}

/**
 * Limits the duration of one attempt: after the timeout its signal is aborted, and the call fails even if the attempt
 * ignores the signal.
 * @throws ToolError `UPSTREAM_TIMEOUT`, the signal's reason, or the attempt's error
 */
export function createCallTimeout(timeoutMs: number) {
  // By default the library also aborts the signal when an attempt has ended; the error that this creates is expensive.
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
