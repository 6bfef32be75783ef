import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { auth } from 'hono/utils/basic-auth';
import type { Clients } from '../accounts/clients.ts';
import type { TokenResponse } from '../../tools/rest-protocol.ts';
import { isWellFormedText, wellFormedTextRule } from '../../tools/well-formed-text.ts';
import type { ServerVariables } from './failure.ts';
import { essenceOf } from './media-type.ts';

const maxBodyBytes = 16 * 1024;

/** OAuth 2 client credentials (RFC 6749, 4.4): a client's id and secret for an access token. */
export function tokenRoute({ clients }: { clients: Pick<Clients, 'issueToken'> }) {
  const route = new Hono<{ Variables: ServerVariables }>();
  route.onError((error, c) => {
    c.var.logEntry.fault = error;
    const description = `Unexpected error. Ask with the request id ${c.get('requestId')}.`;
    return refuse(c, { error: 'server_error', error_description: description }, 500);
  });
  route.use(async (c, next) => {
    await next();
    // Neither a token nor a refusal is for anybody else's cache.
    c.header('cache-control', 'no-store');
  });
  const limitBody = bodyLimit({
    maxSize: maxBodyBytes,
    onError: (c) => {
      c.header('connection', 'close');
      return refuse(c, { error: 'invalid_request', error_description: 'The body is too large.' }, 413);
    },
  });
  route.post('/', limitBody, async (c) => {
    if (essenceOf(c.req.header('content-type')) !== 'application/x-www-form-urlencoded') {
      const description = 'The body must be application/x-www-form-urlencoded.';
      return refuse(c, { error: 'invalid_request', error_description: description }, 415);
    }
    const form = new URLSearchParams(await c.req.text());
    const request = readForm(form, auth(c.req.raw));
    if ('error' in request) return refuse(c, request, 400);
    if (!isWellFormedText(request.clientId)) return refuse(c, invalid(`client_id ${wellFormedTextRule}.`), 400);
    const issued = await clients.issueToken(request);
    if (!issued) {
      c.header('www-authenticate', 'Basic realm="platform"');
      const description = 'There is no such client, or the secret is another, or the client was revoked.';
      return refuse(c, { error: 'invalid_client', error_description: description }, 401);
    }
    const answer: TokenResponse = {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.expiresInSeconds,
    };
    return c.json(answer);
  });
  route.all('/', (c) => {
    c.header('allow', 'POST');
    const description = `${c.req.path} takes POST, not ${c.req.method}.`;
    return refuse(c, { error: 'invalid_request', error_description: description }, 405);
  });
  return route;
}

interface Refusal {
  error: 'invalid_request' | 'unsupported_grant_type' | 'invalid_client' | 'server_error';
  error_description: string;
}

const refuse = (c: Context, refusal: Refusal, status: ContentfulStatusCode) => c.json(refusal, status);

const invalid = (description: string): Refusal => ({ error: 'invalid_request', error_description: description });

/** The credentials stand in the form or in the header, and in one of the two. */
function readForm(
  form: URLSearchParams,
  basic: { username: string; password: string } | undefined,
): { clientId: string; secret: string } | Refusal {
  const repeated = Array.from(new Set(form.keys())).filter((name) => form.getAll(name).length > 1);
  if (repeated.length > 0) return invalid(`${repeated.join(', ')} must be given once.`);
  const grant = form.get('grant_type');
  if (grant === null) return invalid('grant_type must be given.');
  if (grant !== 'client_credentials') {
    return { error: 'unsupported_grant_type', error_description: 'grant_type must be client_credentials.' };
  }
  const [clientId, secret] = [form.get('client_id'), form.get('client_secret')];
  if (basic) {
    if (secret !== null) return invalid('client_secret must not be given beside the header authorization.');
    if (clientId !== null && clientId !== basic.username)
      return invalid('client_id must be that of the header authorization.');
    return { clientId: basic.username, secret: basic.password };
  }
  if (!clientId || !secret) return invalid('client_id and client_secret must be given.');
  return { clientId, secret };
}
