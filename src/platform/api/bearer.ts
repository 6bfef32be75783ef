import type { MiddlewareHandler } from 'hono';
import { readBearerToken } from '../../tools/bearer-token.ts';
import { answerFailure, type CallVariables } from './failure.ts';

/** Lets a call pass whose bearer token is a client's. */
export function requireClient(
  clientOf: (token: string) => Promise<string | undefined>,
): MiddlewareHandler<{ Variables: CallVariables }> {
  return async (c, next) => {
    const token = readBearerToken(c.req.header('authorization'));
    if (token === undefined) {
      return answerFailure(c, {
        code: 'UNAUTHENTICATED',
        message: 'The call needs a bearer token; POST /oauth/token gives one.',
        headers: { 'www-authenticate': 'Bearer realm="platform"' },
      });
    }
    const clientId = await clientOf(token);
    if (clientId === undefined) {
      return answerFailure(c, {
        code: 'UNAUTHENTICATED',
        message: 'The bearer token is not valid, or not any more; POST /oauth/token gives a new one.',
        headers: { 'www-authenticate': 'Bearer realm="platform", error="invalid_token"' },
      });
    }
    c.var.logEntry.clientId = clientId;
    return next();
  };
}
