import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { answerThrown, type CallVariables } from './failure.ts';

/** Gives every call an id of its own and writes one line about it, whatever becomes of it. */
export function logCalls(log: Logger): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const begun = performance.now();
    c.set('executionId', randomUUID());
    try {
      await next();
    } catch (error) {
      // What is no Error, as the reason of a client who left, the routes' own handler does not get.
      c.res = answerThrown(c, error);
    }
    const { fault, failureCode, reason, executionId, requestId, clientId, call } = c.var;
    const line = {
      executionId,
      requestId,
      clientId,
      ...call,
      code: failureCode,
      reason,
      status: c.res.status,
      left: c.req.raw.signal.aborted || undefined,
      durationMs: Math.round(performance.now() - begun),
      err: fault,
    };
    log[fault === undefined ? 'info' : 'error'](line, `${c.req.method} ${c.req.path}`);
  };
}
