import { createInlineSigningKeyProvider, useJWT } from '@graphql-yoga/plugin-jwt';
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { scopes } from '../../connector/scope.ts';
import type { Caller, Identification, IdentityPlugin } from './identity.ts';
import { createKeySet, isUnknownKey } from './key-set.ts';
import { maxNameLength } from '../../tools/exact-name.ts';
import { isKeepable } from '../graphql/limits/text-rules.ts';
import { noteVerification, runVerification, type Verification } from './verification.ts';

/** What a caller's token must prove. */
export type TokenRules = NonNullable<Config['tokenRules']>;

/** How far the clocks of the issuer and of this server may be apart. */
const clockToleranceSeconds = 5;

/** The plugin takes tokens without an end, which would be good for ever. */
const claimsSchema = z.object({
  exp: z.number('must be there'),
  sub: z
    .string('must be text')
    .min(1, 'must not be empty')
    .max(maxNameLength, `must be at most ${maxNameLength} characters`)
    .refine(isKeepable, 'must be well-formed text without U+0000'),
  // Whatever is no list of scopes allows nothing.
  scope: z.string().catch(''),
});

/**
 * Lets in only callers whose bearer token holds the rules: `sub` is who asks, `scope` what they may do. Everybody else
 * is refused with a 401 that does not tell which rule was broken; one line of the log does.
 */
export function useTokenIdentity(rules: TokenRules): IdentityPlugin {
  const { issuer, audience, algorithms } = rules;
  const jwt = useJWT({
    signingKeyProviders: [keyProvider(rules)],
    tokenLookupLocations: [({ request }) => bearerToken(request)],
    tokenVerification: { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds },
  });
  return {
    // The plugin's hook for requests is called below and nowhere else.
    onPluginInit: ({ addPlugin }) => addPlugin({ ...(jwt.onYogaInit && { onYogaInit: jwt.onYogaInit }) }),
    async onRequestParse(event) {
      const verification: Verification = { reason: 'the token cannot be verified' };
      try {
        await runVerification(verification, () => jwt.onRequestParse?.(event));
      } catch {
        throw refusal(event.serverContext, verification);
      }
      event.serverContext.caller = readCaller(event.serverContext.jwt?.payload, event.serverContext);
    },
  };
}

function keyProvider(rules: TokenRules) {
  if (rules.secret !== undefined) return createInlineSigningKeyProvider(rules.secret);
  const keyOf = createKeySet(rules.jwksUrl);
  return async (kid?: string) => {
    try {
      return await keyOf(kid);
    } catch (error) {
      noteVerification(isUnknownKey(error) ? { reason: 'its key is not known' } : { keyFailure: error });
      throw error;
    }
  };
}

/** The name of the scheme may be written in any case. */
function bearerToken({ headers }: Request): { token: string } | undefined {
  const header = headers.get('authorization');
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  if (token !== undefined) return { token };
  noteVerification({ reason: header === null ? 'there is no token' : 'the authorization is no bearer token' });
  return undefined;
}

function readCaller(payload: unknown, identification: Identification): Caller {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) {
    const [issue] = claims.error.issues;
    throw refusal(identification, { reason: `${issue?.path.join('.') || 'the token'} ${issue?.message}` });
  }
  const { sub, scope } = claims.data;
  const granted = new Set(scope.split(' '));
  return { identifier: sub, scopes: new Set(scopes.filter((known) => granted.has(known))) };
}

/** What the caller is told; the line of the request says why. */
function refusal({ requestId, logEntry }: Identification, { reason, keyFailure }: Verification): GraphQLError {
  if (keyFailure !== undefined) {
    Object.assign(logEntry, { fault: keyFailure, reason: 'the key set cannot be had' });
    return new GraphQLError('Callers cannot be authenticated at the moment.', {
      extensions: { code: 'UPSTREAM_UNAVAILABLE', retryable: true, requestId, http: { status: 503 } },
    });
  }
  Object.assign(logEntry, { code: 'UNAUTHENTICATED', reason });
  return new GraphQLError('The request needs a valid bearer token.', {
    extensions: {
      code: 'UNAUTHENTICATED',
      requestId,
      http: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    },
  });
}
