import { timeout, TimeoutStrategy } from 'cockatiel';
import { ToolError } from '../tool-error.ts';

export interface TimedCall {
  /** The tool's name without prefix. */
  tool: string;
  signal: AbortSignal;
}

/**
 * Gives one attempt its time and stops waiting for it then, whatever the transport does; what it gets is aborted.
 * @throws ToolError `UPSTREAM_TIMEOUT`, the signal's reason, or what the attempt throws
 */
export function createCallTimeout(timeoutMs: number) {
  // An attempt that is over needs no signal: the error that would end it costs more than the rest of the policy.
  const policy = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
  return async <Answer>(
    { tool, signal }: TimedCall,
    attempt: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> => {
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
        message: `${tool} did not answer within ${timeoutMs} ms.`,
        tool,
        cause: error,
      });
    }
  };
}
