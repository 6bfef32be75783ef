import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { readBearerToken } from '../../tools/rules/bearer-token.ts';
import { CallError, type CallVariables, errorResponse } from './call-error.ts';

/** Assigns an execution id to each call, and responds to all errors of the call. */
export function assignExecutionId(): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const executionId = randomUUID();
    c.set('executionId', executionId);
    c.var.logEntry.executionId = executionId;
    try {
      await next();
    } catch (error) {
      // Respond to the error here: Hono's `onError` only receives `Error` instances, but an abort reason can be any
      // value.
      c.res = errorResponse(c, error);
    }
  };
}

/** Rejects calls without a valid bearer token of a client. */
export function requireClient(
  clientOf: (token: string) => Promise<string | undefined>,
): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const token = readBearerToken(c.req.header('authorization'));
    if (token === undefined) {
      throw new CallError({
        code: 'UNAUTHENTICATED',
        message: 'The call needs a bearer token; POST /oauth/token issues one.',
        headers: { 'www-authenticate': 'Bearer realm="platform"' },
      });
    }
    const clientId = await clientOf(token);
    if (clientId === undefined) {
      throw new CallError({
        code: 'UNAUTHENTICATED',
        message: 'The bearer token is invalid or has expired; POST /oauth/token issues a new one.',
        headers: { 'www-authenticate': 'Bearer realm="platform", error="invalid_token"' },
      });
    }
    c.var.logEntry.clientId = clientId;
    return next();
  };
}
