import type { Logger } from 'pino';
import { restPaths, tokenAnswerSchema } from '../../tools/rest-protocol.ts';
import { untilAborted } from '../until-aborted.ts';
import { parseJson } from './parse-json.ts';
import type { PlatformHttp } from './platform-http.ts';
import { readRetryAfter } from './retry-after.ts';

export interface ClientTokenOptions {
  http: PlatformHttp;
  clientId: string;
  clientSecret: string;
  log: Logger;
  /** Milliseconds that only go forward. */
  clock?: () => number;
}

/** The access token that this program shows the platform. */
export interface ClientToken {
  /**
   * The token: kept until shortly before its end, and fetched by one request for all who wait.
   * @throws ClientTokenError, or the reason of the signal; then the others wait on
   */
  get(signal: AbortSignal): Promise<string>;
  /** Forgets a token that the platform does not take. */
  drop(token: string): void;
}

/** The platform gives no token: no call can be sent. */
export class ClientTokenError extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause });
    this.name = 'ClientTokenError';
    this.retryAfterMs = retryAfterMs;
  }
}

interface HeldToken {
  token: string;
  /** From when on a new one is fetched, beside the calls. */
  refreshAt: number;
  endsAt: number;
}

const fetchMs = 5000;
/** A token may be on its way for a while before the platform checks it. */
const marginMs = 10_000;
const secondsToMs = 1000;
const betweenRefreshesMs = 1000;

export function createClientToken(options: ClientTokenOptions): ClientToken {
  const { clock = () => performance.now() } = options;
  let held: HeldToken | undefined;
  let fetching: Promise<string> | undefined;

  let isRefused = false;

  /** Tells the log when the platform begins and when it ceases to refuse, and not every time between. */
  async function askForToken() {
    try {
      const answer = await requestToken(options);
      if (isRefused) options.log.info('the platform gives tokens again');
      isRefused = false;
      return answer;
    } catch (error) {
      if (!isRefused && error instanceof Error) {
        options.log.error({ reason: error.message, clientId: options.clientId }, 'the platform gives no token');
      }
      isRefused = true;
      throw error;
    }
  }

  async function fetchToken(): Promise<string> {
    const asked = clock();
    const { token, lifetimeMs } = await askForToken();
    held = {
      token,
      refreshAt: asked + lifetimeMs * 0.8,
      endsAt: asked + Math.max(lifetimeMs - marginMs, lifetimeMs * 0.9),
    };
    return token;
  }

  const fetchOnce = () => {
    fetching ??= fetchToken().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  function refresh(current: HeldToken): void {
    current.refreshAt = clock() + betweenRefreshesMs;
    // Whoever comes once the token has ended is told.
    fetchOnce().catch(() => {});
  }

  return {
    async get(signal) {
      if (!held || clock() >= held.endsAt) return untilAborted(signal, fetchOnce);
      if (clock() >= held.refreshAt) refresh(held);
      return held.token;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

async function requestToken({ http, clientId, clientSecret }: ClientTokenOptions) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, headers, text } = await http
    .send({
      lane: 'token',
      method: 'POST',
      path: restPaths.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(fetchMs),
    })
    .catch((cause: unknown) => {
      throw new ClientTokenError('The platform does not answer where tokens are given.', { cause });
    });
  if (status !== 200) {
    const retryAfterMs = readRetryAfter(headers['retry-after']);
    throw new ClientTokenError(
      `The platform refuses the client's credentials (PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET), with status ${status}.`,
      { retryAfterMs },
    );
  }
  const answer = tokenAnswerSchema.safeParse(parseJson(text));
  // What was sent in its place is not told: it may hold a token.
  if (!answer.success) throw new ClientTokenError('The platform answers something that is no token.');
  return { token: answer.data.access_token, lifetimeMs: answer.data.expires_in * secondsToMs };
}
