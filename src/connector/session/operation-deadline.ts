import { ToolError } from '../tool-error.ts';

/** Why a signal ended: the operation ran out of its time. Never met outside the connector: it becomes a ToolError. */
class OperationTimeoutError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The operation took longer than ${timeoutMs} ms.`);
    this.name = 'OperationTimeoutError';
    this.timeoutMs = timeoutMs;
  }
}

/** The time that one operation has for all of its tool calls. */
export interface OperationDeadline {
  /** Ends when the time is over. */
  signal: AbortSignal;
  /** When that is, on the clock of `performance.now()`. */
  at: number;
  /** The operation is over. */
  clear(): void;
}

export function startDeadline(timeoutMs: number): OperationDeadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OperationTimeoutError(timeoutMs)), timeoutMs);
  timer.unref();
  return { signal: controller.signal, at: performance.now() + timeoutMs, clear: () => clearTimeout(timer) };
}

/** What the caller of a tool meets: the failure itself, or `UPSTREAM_TIMEOUT` when the operation's time was over. */
export const withoutOperationTimeout = (error: unknown, tool: string): unknown =>
  error instanceof OperationTimeoutError
    ? new ToolError({
        code: 'UPSTREAM_TIMEOUT',
        message: `The ${error.timeoutMs} ms of this operation were over before ${tool} answered.`,
        tool,
        cause: error,
      })
    : error;
