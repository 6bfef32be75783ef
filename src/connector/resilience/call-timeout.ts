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
  const policy = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  return async <Answer>(
    { tool, signal }: TimedCall,
    attempt: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> => {
    let attemptSignal: AbortSignal | undefined;
    try {
      return await policy.execute(async (context) => {
        attemptSignal = context.signal;
        try {
          return await attempt(context.signal);
        } catch (error) {
          // The policy ends the signal as soon as the attempt has failed: that is not the time running out.
          if (!context.signal.aborted) attemptSignal = undefined;
          throw error;
        }
      }, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!attemptSignal) throw error;
      throw new ToolError({
        code: 'UPSTREAM_TIMEOUT',
        message: `${tool} did not answer within ${timeoutMs} ms.`,
        tool,
        cause: error,
      });
    }
  };
}
