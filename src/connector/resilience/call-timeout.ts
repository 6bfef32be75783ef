import { timeout, TimeoutStrategy } from 'cockatiel';
import { ToolError } from '../../tools/errors/tool-error.ts';

export interface TimedCall {
  /** The tool's name without the connection's prefix. */
  tool: string;
  signal: AbortSignal;
}

/**
 * Limits the duration of one attempt: after the timeout, the attempt's signal is aborted, and the call fails even if
 * the attempt ignores the signal.
 * @throws ToolError `UPSTREAM_TIMEOUT`, the signal's reason, or the attempt's error
 */
export function createCallTimeout(timeoutMs: number) {
  // `abortOnReturn: false` prevents the library from also aborting the signal of an attempt that has ended: creating
  // the abort error is expensive.
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
