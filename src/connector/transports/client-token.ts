import type { Logger } from 'pino';
import { restPaths, tokenResponseSchema } from '../../tools/rest-protocol.ts';
import { type HttpResponse, type PlatformHttp, UnreachableError } from './platform-http.ts';

interface ClientTokenOptions {
  http: PlatformHttp;
  clientId: string;
  clientSecret: string;
  log: Logger;
}

export type ClientToken = ReturnType<typeof createClientToken>;

const requestTimeoutMs = 5000;
/** A token is used until this time before its expiry, because a request takes time. */
const marginMs = 10_000;
/** A token is used at least for this share of its lifetime, even if `marginMs` would end its use earlier. */
const minUsedShare = 0.9;
/** Share of a token's lifetime after which a new token is requested, while the old token is still used. */
const refreshShare = 0.8;
const minRefreshIntervalMs = 1000;

/** Requests the token with which this program authenticates to the platform, and caches it until it expires. */
export function createClientToken(options: ClientTokenOptions) {
  const { log, clientId } = options;
  let cached: { token: string; refreshAt: number; expiresAt: number } | undefined;
  let pending: Promise<string> | undefined;
  let isFailing = false;

  /** Requests a new token. Logs the first failure and the recovery, but not the failures in between. */
  async function renew(): Promise<string> {
    const requestedAt = performance.now();
    try {
      const { token, lifetimeMs } = await requestToken(options);
      if (isFailing) log.info('the platform issues tokens again');
      isFailing = false;
      cached = {
        token,
        refreshAt: requestedAt + lifetimeMs * refreshShare,
        expiresAt: requestedAt + Math.max(lifetimeMs - marginMs, lifetimeMs * minUsedShare),
      };
      return token;
    } catch (error) {
      if (!isFailing && error instanceof Error) {
        log.error({ reason: error.message, clientId }, 'the platform issued no token');
      }
      isFailing = true;
      throw error;
    }
  }

  const renewOnce = () => {
    pending ??= renew().finally(() => {
      pending = undefined;
    });
    return pending;
  };

  function readCache(): string | undefined {
    if (!cached || performance.now() >= cached.expiresAt) return undefined;
    if (performance.now() >= cached.refreshAt) {
      cached.refreshAt = performance.now() + minRefreshIntervalMs;
      // Ignore a failure: the cached token is still valid.
      renewOnce().catch(() => {});
    }
    return cached.token;
  }

  return {
    /** Returns the cached token; undefined if there is none, or if it expires soon. */
    cached: readCache,
    /** Concurrent callers share one request. @throws UnreachableError if the platform issues no token */
    get: async () => readCache() ?? renewOnce(),
    /** Discards a token that the platform rejected. */
    drop(token: string): void {
      if (cached?.token === token) cached = undefined;
    },
  };
}

function sendTokenRequest({ http, clientId, clientSecret }: ClientTokenOptions): Promise<HttpResponse> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const body = new URLSearchParams(form).toString();
  const request = { lane: 'token', method: 'POST', path: restPaths.token, headers, body } as const;
  return http.send(request, AbortSignal.timeout(requestTimeoutMs));
}

async function requestToken(options: ClientTokenOptions) {
  const { status, body, retryAfterMs } = await sendTokenRequest(options).catch((cause: unknown) => {
    throw new UnreachableError('The platform did not respond to a request for a token.', { cause });
  });
  if (status !== 200) {
    throw new UnreachableError(
      status === 429
        ? 'The platform issues no token for now: too many requests or wrong secrets (status 429).'
        : `The platform rejected the client's credentials (PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET) with status ${status}.`,
      { retryAfterMs },
    );
  }
  const issued = tokenResponseSchema.safeParse(body).data;
  // Omit the cause: it would quote the response, which may contain a token.
  if (!issued) throw new UnreachableError("The platform's response is not a token.");
  return { token: issued.access_token, lifetimeMs: issued.expires_in * 1000 };
}
