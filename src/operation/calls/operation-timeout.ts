import { ToolError } from '../../tools/errors/tool-error.ts';

/** The abort reason at the time limit of an operation. Callers of the connector see a ToolError instead. */
export class OperationTimeoutError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The operation took longer than ${timeoutMs} ms.`);
    this.name = 'OperationTimeoutError';
    this.timeoutMs = timeoutMs;
  }
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
