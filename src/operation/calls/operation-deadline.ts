import { ToolError } from '../../tools/errors/tool-error.ts';

/** The abort reason of an operation that exceeded its time limit. Callers of the connector see a ToolError instead. */
class OperationTimeoutError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The operation took longer than ${timeoutMs} ms.`);
    this.name = 'OperationTimeoutError';
    this.timeoutMs = timeoutMs;
  }
}

/** The time limit for all tool calls of one operation. */
export interface OperationDeadline {
  /** Aborted when the time limit is exceeded. */
  signal: AbortSignal;
  /** When the signal is aborted, on the clock of `performance.now()`. */
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
export const operationTimeoutAsToolError = (error: unknown, tool: string): unknown =>
  error instanceof OperationTimeoutError
    ? new ToolError({
        code: 'UPSTREAM_TIMEOUT',
        message: `This operation exceeded its time limit of ${error.timeoutMs} ms before ${tool} returned.`,
        tool,
        cause: error,
      })
    : error;
