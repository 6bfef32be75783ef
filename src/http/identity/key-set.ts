import { createRemoteJwksSigningKeyProvider } from '@graphql-yoga/plugin-jwt';
import { z } from 'zod';

/** For how long a fetched key set is good: a key that was taken out of it is refused after this. */
const keptMs = 600_000;

/** How soon after a fetch, whatever came of it, the set is fetched again before it is out of date. */
const refetchAfterMs = 10_000;

const timeoutMs = 5000;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/**
 * The signing keys of a JWKS endpoint, by `kid`. The library's own cache knows keys one by one, so that tokens with
 * made-up key ids use up its rate limit and keep out everybody whose key has to be fetched again; here one set answers
 * for all. An unknown key fetches it again no more often than every ten seconds, and a fetch that failed is not tried
 * again any sooner: whoever sends tokens must not decide how often the endpoint is asked.
 * @throws isUnknownKey tells a key that the set does not have from a set that cannot be had
 */
export function createKeySet(url: string): (kid?: unknown) => Promise<string> {
  let held: FetchedKeySet | undefined;
  let fetching: Promise<FetchedKeySet> | undefined;

  let failed: { at: number; error: unknown } | undefined;

  const fetchAgain = () =>
    (fetching ??= fetchKeySet(url)
      .then((fetched) => {
        failed = undefined;
        return (held = fetched);
      })
      .catch((error: unknown) => {
        failed = { at: Date.now(), error };
        throw error;
      })
      .finally(() => {
        fetching = undefined;
      }));
  const hasJustFailed = () => failed !== undefined && Date.now() - failed.at < refetchAfterMs;

  async function current(): Promise<FetchedKeySet> {
    if (held && ageOf(held) < keptMs) return held;
    if (hasJustFailed()) throw failed?.error;
    return fetchAgain();
  }

  /** The set that may have what this one has not; the same one where it is too soon, or cannot be had. */
  async function newerThan(known: FetchedKeySet): Promise<FetchedKeySet> {
    if (ageOf(known) < refetchAfterMs || hasJustFailed()) return known;
    return fetchAgain().catch(() => known);
  }

  return async (kid) => {
    if (kid !== undefined && typeof kid !== 'string') throw new UnknownKeyError();
    const known = await current();
    const key = (await known.keyOf(kid)) ?? (await (await newerThan(known)).keyOf(kid));
    if (key === undefined) throw new UnknownKeyError();
    return key;
  };
}

class UnknownKeyError extends Error {
  constructor() {
    super('the key is not in the set');
    this.name = 'UnknownKeyError';
  }
}

export const isUnknownKey = (error: unknown) => error instanceof UnknownKeyError;

interface FetchedKeySet {
  fetchedAt: number;
  keyOf(kid?: string): Promise<string | undefined>;
}

const ageOf = ({ fetchedAt }: FetchedKeySet) => Date.now() - fetchedAt;

async function fetchKeySet(url: string): Promise<FetchedKeySet> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The key set was answered with status ${response.status}.`);
  const keySet = keySetSchema.parse(await response.json());
  // Keeps the keys that it has read for as long as the set itself is kept.
  const provider = createRemoteJwksSigningKeyProvider({
    fetcher: async () => keySet,
    cacheMaxEntries: keySet.keys.length,
    cacheMaxAge: keptMs,
  });
  const keyOf = async (kid?: string) => {
    try {
      return await provider(kid);
    } catch (error) {
      if (error instanceof Error && error.name === 'SigningKeyNotFoundError') return undefined;
      throw error;
    }
  };
  // A set without a single signing key is a fault of the endpoint, and not kept.
  await keyOf();
  return { fetchedAt: Date.now(), keyOf };
}
