import { type CompactJWSHeaderParameters, createRemoteJWKSet, type CryptoKey, customFetch, errors } from 'jose';
import { z } from 'zod';
import { RequestError } from '../middleware/error-response.ts';

/** A key that the issuer has removed is rejected after this time at the latest. */
const cacheMaxAgeMs = 600_000;

/** Minimum time between two requests to the issuer, even after a failure. */
const cooldownMs = 10_000;

const timeoutMs = 5000;

const isSigningKey = ({ kty, use }: { kty?: string | undefined; use?: unknown }) => kty !== 'oct' && use !== 'enc';

const keySetSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string() }))
    .max(100)
    .refine((keys) => keys.some(isSigningKey), 'must contain a signing key'),
});

const keysUnavailable = (cause: unknown) =>
  new RequestError({ code: 'UPSTREAM_UNAVAILABLE', message: 'Callers cannot be authenticated at the moment.', cause });

/** Finds the key of a token. Returns the same object until the key set is fetched anew. */
export type FindKey = (header: CompactJWSHeaderParameters) => Promise<CryptoKey | Uint8Array>;

/**
 * Fetches the JSON Web Key Set for the first token, for an unknown key, and when the set is older than ten minutes, but
 * at most every ten seconds, to protect the issuer. If the issuer fails, a cached set is valid for ten minutes.
 * @throws RequestError when the set cannot be fetched
 * @throws errors.JWKSNoMatchingKey or errors.JWKSMultipleMatchingKeys unless exactly one key matches the token
 */
export function createKeySet(url: string): FindKey {
  const keySet = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: cacheMaxAgeMs,
    cooldownDuration: cooldownMs,
    timeoutDuration: timeoutMs,
    [customFetch]: createKeySetFetch(),
  });
  return async (header) => {
    try {
      const key = await keySet(header);
      // A token that does not name its key is accepted only if the set has a single signing key.
      if (typeof header.kid === 'string' || keySet.jwks()?.keys.filter(isSigningKey).length === 1) return key;
    } catch (cause) {
      // With a fresh cached set, the error concerns this token only: its key is unknown, or several keys match it.
      if (!keySet.fresh) throw keysUnavailable(cause);
      if (cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
    }
    throw new errors.JWKSNoMatchingKey();
  };
}

/** Enforces the cooldown after a failure; `jose` itself enforces it only after a success. */
function createKeySetFetch() {
  let failure: { at: number; error: unknown } | undefined;
  return async (url: string, { headers, signal }: { headers: Headers; signal: AbortSignal }): Promise<Response> => {
    if (failure && Date.now() - failure.at < cooldownMs) throw failure.error;
    try {
      // A redirect could lead to an address without TLS, so it counts as a failure.
      const response = await fetch(url, { headers, signal, redirect: 'manual' });
      if (!response.ok) throw new Error(`The key set endpoint returned status ${response.status}.`);
      return Response.json(keySetSchema.parse(await response.json()));
    } catch (error) {
      failure = { at: Date.now(), error };
      throw error;
    }
  };
}
