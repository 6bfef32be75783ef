import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { answerThrown, type CallVariables } from './failure.ts';

/** Gives every call an id of its own, and an answer, whatever becomes of it. */
export function nameCalls(): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const executionId = randomUUID();
    c.set('executionId', executionId);
    c.var.logEntry.executionId = executionId;
    try {
      await next();
    } catch (error) {
      // What is no Error, as the reason of a client who left, the routes' own handler does not get.
      c.res = answerThrown(c, error);
    }
  };
}
