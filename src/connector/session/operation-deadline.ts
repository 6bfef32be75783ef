import { ToolError } from '../tool-error.ts';

/** The reason of a signal whose operation exceeded its time. It leaves the connector as a ToolError only. */
class OperationTimeoutError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The operation took longer than ${timeoutMs} ms.`);
    this.name = 'OperationTimeoutError';
    this.timeoutMs = timeoutMs;
  }
}

/** The time limit of all tool calls of one operation. */
export interface OperationDeadline {
  /** Aborted when the time is over. */
  signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  at: number;
  /** Stops the timer. */
  clear(): void;
}

export function startDeadline(timeoutMs: number): OperationDeadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OperationTimeoutError(timeoutMs)), timeoutMs);
  timer.unref();
  return { signal: controller.signal, at: performance.now() + timeoutMs, clear: () => clearTimeout(timer) };
}

/** Turns an operation's timeout into a ToolError `UPSTREAM_TIMEOUT`; returns every other error unchanged. */
export const withoutOperationTimeout = (error: unknown, tool: string): unknown =>
  error instanceof OperationTimeoutError
    ? new ToolError({
        code: 'UPSTREAM_TIMEOUT',
        message: `This operation exceeded its ${error.timeoutMs} ms before ${tool} returned.`,
        tool,
        cause: error,
      })
    : error;
