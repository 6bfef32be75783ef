import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { CallVariables } from './failure.ts';

/** Gives every call an id of its own and writes one line about it, whatever becomes of it. */
export function logCalls(log: Logger): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const begun = performance.now();
    c.set('executionId', randomUUID());
    await next();
    const { fault, failureCode, executionId, requestId, clientId, call } = c.var;
    const line = {
      executionId,
      requestId,
      clientId,
      ...call,
      code: failureCode,
      status: c.res.status,
      left: c.req.raw.signal.aborted || undefined,
      durationMs: Math.round(performance.now() - begun),
      err: fault,
    };
    log[fault === undefined ? 'info' : 'error'](line, `${c.req.method} ${c.req.path}`);
  };
}
