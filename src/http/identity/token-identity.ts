import { GraphQLError } from 'graphql';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { scopes } from '../../connector/scope.ts';
import { readBearerToken } from '../../tools/bearer-token.ts';
import { maxNameLength } from '../../tools/exact-name.ts';
import { inputIssues, issueText } from '../../tools/input-issues.ts';
import { isWellFormedText, wellFormedTextRule } from '../../tools/well-formed-text.ts';
import type { Caller, Identification, IdentityPlugin } from './identity.ts';
import { createKeySet, KeySetError } from './key-set.ts';

/** What a caller's token must prove. */
export type TokenRules = NonNullable<Config['tokenRules']>;

/** Maximum difference between the clocks of the issuer and of this server. */
const clockToleranceSeconds = 5;

const claimsSchema = z.object({
  sub: z
    .string('must be text')
    .min(1, 'must not be empty')
    .max(maxNameLength, `must be at most ${maxNameLength} characters`)
    .refine(isWellFormedText, wellFormedTextRule),
  // A value of another type grants nothing.
  scope: z.string().catch(''),
});

/**
 * Admits callers whose bearer token follows the rules: `sub` identifies the caller, `scope` lists what the caller may
 * do. Every other request gets the same 401; only the access log says which rule the token breaks.
 */
export function useTokenIdentity({ secret, jwksUrl, issuer, audience, algorithms }: TokenRules): IdentityPlugin {
  const keyOf = secret === undefined ? createKeySet(jwksUrl) : async () => new TextEncoder().encode(secret);
  const rules = { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds, requiredClaims: ['exp'] };

  async function callerOf({ headers }: Request): Promise<Caller> {
    const { payload } = await jwtVerify(bearerToken(headers.get('authorization')), keyOf, rules);
    const claims = inputIssues(claimsSchema, payload);
    if ('issues' in claims) throw new RejectedTokenError(issueText(claims.issues, 'the token'));
    const { sub: identifier, scope: scopeText } = claims.data;
    const granted = new Set(scopeText.split(' '));
    return { identifier, scopes: new Set(scopes.filter((scope) => granted.has(scope))) };
  }

  return {
    async onRequestParse({ request, serverContext }) {
      try {
        serverContext.caller = await callerOf(request);
      } catch (error) {
        throw error instanceof KeySetError ? unavailable(serverContext, error) : unauthenticated(serverContext, error);
      }
    },
  };
}

class RejectedTokenError extends Error {}

function bearerToken(authorization: string | null): string {
  const token = readBearerToken(authorization);
  if (token !== undefined) return token;
  throw new RejectedTokenError(
    authorization === null ? 'the request has no token' : 'the Authorization header has no bearer token',
  );
}

/** Errors whose messages name the broken rule; those of the other errors may quote the token. */
const explainedErrors = [
  RejectedTokenError,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

function unauthenticated({ requestId, logEntry }: Identification, error: unknown): GraphQLError {
  logEntry.code = 'UNAUTHENTICATED';
  const isExplained = error instanceof Error && explainedErrors.some((type) => error instanceof type);
  logEntry.reason = isExplained ? error.message : 'the token cannot be verified';
  return new GraphQLError('The request needs a valid bearer token.', {
    extensions: {
      code: 'UNAUTHENTICATED',
      requestId,
      http: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    },
  });
}

function unavailable({ requestId, logEntry }: Identification, { message, cause }: KeySetError): GraphQLError {
  logEntry.fault = cause;
  logEntry.reason = message;
  return new GraphQLError('Callers cannot be authenticated at the moment.', {
    extensions: { code: 'UPSTREAM_UNAVAILABLE', isRetryable: true, requestId, http: { status: 503 } },
  });
}
