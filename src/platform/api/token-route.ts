import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { auth } from 'hono/utils/basic-auth';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import ipaddr from 'ipaddr.js';
import type { TokenResponse } from '../../tools/rest-protocol.ts';
import { BodyError, formatRetryAfter, mediaTypeOf, readForm, readTextBody } from '../../tools/rules/http.ts';
import { unexpectedErrorMessage } from '../../tools/errors/coded-error.ts';
import type { RateLimit, Reservation } from '../../infrastructure/fairness/rate-limit.ts';
import { isWellFormedText, wellFormedTextRule } from '../../tools/rules/well-formed-text.ts';
import type { Clients } from '../accounts/clients.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import { CallError, type ServerVariables } from './call-error.ts';

const maxBodyBytes = 16 * 1024;

/** Tokens per minute and client. A token is valid for an hour, so this is enough for 3,600 graph nodes. */
const maxTokens = 60;
/** Wrong secrets per minute for one client from one address. */
const maxWrongSecrets = 20;
/** Wrong secrets per minute from one address, for all clients together. */
const maxWrongSecretsPerAddress = 200;

interface TokenRouteOptions {
  clients: Pick<Clients, 'issueToken'>;
  createLimit: (name: string, points: number) => RateLimit;
  /** Number of trusted proxies in front of this server. */
  proxyHops: number;
}

interface Rejection {
  error?: string;
  status?: ContentfulStatusCode;
  headers?: Record<string, string>;
}

/** An error response of OAuth 2 (RFC 6749, section 5.2). */
const oauthError = (
  description: string,
  { error = 'invalid_request', status = 400, headers = {} }: Rejection = {},
): HTTPException =>
  new HTTPException(status, { res: Response.json({ error, error_description: description }, { status, headers }) });

/** OAuth 2 client credentials grant (RFC 6749, section 4.4). */
export function tokenRoute({ clients, createLimit, proxyHops }: TokenRouteOptions) {
  const tokens = createLimit('tokens', maxTokens);
  const wrongSecrets = createLimit('wrong-secrets', maxWrongSecrets);
  const wrongSecretsPerAddress = createLimit('wrong-secrets-per-address', maxWrongSecretsPerAddress);

  /**
   * Every attempt counts as wrong until its secret is verified, so concurrent attempts cannot exceed the limits.
   * Counting per client and address keeps one address from locking out the client at another.
   * @returns undefined when the secret is wrong
   */
  const issueWithinLimits = (credentials: { clientId: string; secret: string }, address: string) => {
    const { clientId } = credentials;
    const failuresOfClient = { limit: wrongSecrets, key: JSON.stringify([clientId, address]) };
    const failuresAtAddress = { limit: wrongSecretsPerAddress, key: address };
    return countFailure(failuresOfClient, `too many wrong secrets for this client from ${address}`, () =>
      countFailure(failuresAtAddress, `too many wrong secrets from ${address}`, () =>
        clients.issueToken(credentials, async () => {
          const reserved = await tokens.reserve(clientId);
          if (!reserved.isGranted) throw limitError('too many tokens for this client', reserved);
        }),
      ),
    );
  };

  const route = new Hono<{ Bindings: Partial<ServerBindings>; Variables: ServerVariables }>();
  route.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof BodyError) return oauthError(error.message, error).getResponse();
    if (error instanceof CallError) {
      Object.assign(c.var.logEntry, { code: error.code, reason: error.message });
      return tooManyRequests(error).getResponse();
    }
    c.var.logEntry.fault = error;
    const description = unexpectedErrorMessage(`request id ${c.var.requestId}`);
    return c.json({ error: 'server_error', error_description: description }, 500);
  });
  route.use(async (c, next) => {
    await next();
    // Required by RFC 6749, section 5.1.
    c.header('cache-control', 'no-store');
  });
  route.post('/', async (c) => {
    if (mediaTypeOf(c.req.header('content-type')) !== 'application/x-www-form-urlencoded')
      throw oauthError('The body must be application/x-www-form-urlencoded.', { status: 415 });
    const form = readForm(await readTextBody(c.req.raw, { maxBytes: maxBodyBytes }));
    const credentials = readCredentials(form, auth(c.req.raw));
    const socketAddress = c.env?.incoming?.socket.remoteAddress;
    const address = remoteAddress({ socketAddress, forwardedFor: c.req.header('x-forwarded-for') }, proxyHops);
    const issued = await issueWithinLimits(credentials, address);
    if (!issued) {
      throw oauthError('The client is unknown or was revoked, or its secret is wrong.', {
        error: 'invalid_client',
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="platform"' },
      });
    }
    const { token, expiresInSeconds } = issued;
    return c.json<TokenResponse>({ access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds });
  });
  route.all('/', ({ req: { path, method } }) => {
    throw oauthError(`${path} accepts POST, not ${method}.`, { status: 405, headers: { allow: 'POST' } });
  });
  return route;
}

function tooManyRequests({ retryAfterMs = 0 }: CallError): HTTPException {
  const seconds = formatRetryAfter(retryAfterMs);
  return oauthError(`Too many requests. Retry in ${seconds} seconds.`, {
    error: 'temporarily_unavailable',
    status: 429,
    headers: { 'retry-after': seconds },
  });
}

/** Accepts credentials in either the form or the `Authorization` header, not in both. */
function readCredentials(form: URLSearchParams, basic: { username: string; password: string } | undefined) {
  const repeated = Array.from(new Set(form.keys())).filter((name) => form.getAll(name).length > 1);
  if (repeated.length > 0) throw oauthError(`${repeated.join(', ')} must not be repeated.`);
  const grant = form.get('grant_type');
  if (grant === null) throw oauthError('grant_type is required.');
  if (grant !== 'client_credentials')
    throw oauthError('grant_type must be client_credentials.', { error: 'unsupported_grant_type' });
  if (basic && form.has('client_secret'))
    throw oauthError('client_secret must not be combined with the Authorization header.');
  if (basic && form.has('client_id') && form.get('client_id') !== basic.username)
    throw oauthError('client_id must match the Authorization header.');
  const clientId = basic?.username ?? form.get('client_id');
  const secret = basic?.password ?? form.get('client_secret');
  if (!basic && !(clientId && secret)) throw oauthError('client_id and client_secret are required.');
  if (!isWellFormedText(clientId ?? '')) throw oauthError(`client_id ${wellFormedTextRule}.`);
  return { clientId: clientId ?? '', secret: secret ?? '' };
}

/** Creates the error for an exceeded limit. The message appears only in the log. */
const limitError = (message: string, { balance }: Pick<Reservation, 'balance'>) =>
  new CallError({ code: 'RATE_LIMITED', message, retryAfterMs: balance.resetAt - Date.now() });

/** Runs `work`, and counts a failure if it returns undefined. */
async function countFailure<Result>(
  { limit, key }: { limit: RateLimit; key: string },
  reason: string,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const reserved = await limit.reserve(key);
  if (!reserved.isGranted) throw limitError(reason, reserved);
  let hasFailed = false;
  try {
    const result = await work();
    hasFailed = result === undefined;
    return result;
  } finally {
    // Return the reserved point: only failures count.
    if (!hasFailed) await reserved.charge(0);
  }
}

/**
 * Returns the IPv4 address of the client, or the /64 network of its IPv6 address, because a host can use any address of
 * its network. Each proxy appends the address that called it to `X-Forwarded-For`.
 * @param proxyHops number of trusted proxies; only their entries are used, because clients can send entries of their
 * own
 */
export function remoteAddress(
  { socketAddress, forwardedFor }: { socketAddress: string | undefined; forwardedFor: string | undefined },
  proxyHops: number,
): string {
  const forwarded = forwardedFor?.split(',').map((address) => address.trim()) ?? [];
  const address = (proxyHops > 0 ? forwarded.at(-proxyHops) : undefined) ?? socketAddress ?? '';
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
