import { hash } from 'node:crypto';
import { type CompactJWSHeaderParameters, decodeProtectedHeader, errors, type JWSAlgorithm, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { grantableScopes, type Scope } from '../../tools/tool.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import { readBearerToken } from '../../tools/rules/http.ts';
import { maxNameLength } from '../../tools/rules/field-rules.ts';
import { inputIssues, issueText } from '../../tools/rules/input-issues.ts';
import { isWellFormedText, wellFormedTextRule } from '../../tools/rules/well-formed-text.ts';
import { RequestError } from '../middleware/error-response.ts';
import { createKeySet, type FindKey } from './key-set.ts';

export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
  /** Time at which the identity expires; undefined if it does not expire. */
  expiresAt?: Date | undefined;
}

/** With `issuer`, callers must send its token. With `identifier`, callers need no token and all act as that user. */
export type Authentication = { issuer: string; audience: string } | { identifier: string };

/**
 * Identifies the caller without reading the body. For a WebSocket, `Authorization` comes from the first message.
 * @throws RequestError when the caller cannot be identified; only the log entry has the reason
 */
export type Identify = (
  request: Request,
  context: { requestId: string; logEntry: AccessLogEntry },
) => Caller | Promise<Caller>;

type TokenRules = { issuer: string; audience: string } & (
  | { secret: string; jwksUrl?: undefined }
  | { jwksUrl: string; secret?: undefined }
);

/** Only asymmetric algorithms, so that no token can use a public key as an HMAC secret. */
const keySetAlgorithms: JWSAlgorithm[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

const clockToleranceSeconds = 5;

/** Maximum number of cached tokens; a typical token occupies about 1 kB. */
const maxVerifiedTokens = 5000;

/** The last time that a `Date` can represent; a token may expire later. */
const maxTime = 8.64e15;

const claimsSchema = z.object({
  sub: z
    .string('must be text')
    .min(1, 'must not be empty')
    .max(maxNameLength, `must be at most ${maxNameLength} characters`)
    .refine(isWellFormedText, wellFormedTextRule),
  scope: z.string().catch(''),
  exp: z.number(),
});

interface VerifiedToken {
  caller: Caller & { expiresAt: Date };
  header: CompactJWSHeaderParameters;
  key: unknown;
}

/**
 * All rejected tokens get the same response; only the access log says which rule a token breaks. Verified tokens are
 * cached by hash until they expire or the key set is fetched anew.
 */
export function createTokenIdentity({ secret, jwksUrl, issuer, audience }: TokenRules): Identify {
  const findKey = secret === undefined ? createKeySet(jwksUrl) : sharedKey(secret);
  const algorithms: JWSAlgorithm[] = secret === undefined ? keySetAlgorithms : ['HS256'];
  const rules = { issuer, audience, algorithms, clockTolerance: clockToleranceSeconds, requiredClaims: ['exp'] };
  const verified = new LRUCache<string, VerifiedToken>({ max: maxVerifiedTokens });

  async function callerOf({ headers }: Request): Promise<Caller> {
    const token = bearerToken(headers.get('authorization'));
    const digest = hash('sha256', token, 'base64url');
    const known = verified.get(digest);
    if (known && known.caller.expiresAt.getTime() > Date.now() && known.key === (await findKey(known.header))) {
      return known.caller;
    }
    const result = await verify(token);
    verified.set(digest, result);
    return result.caller;
  }

  async function verify(token: string): Promise<VerifiedToken> {
    const { payload, protectedHeader, key } = await jwtVerify(token, findKey, rules).catch((error: unknown) => {
      // Throw our own error, whose message is logged: for most extensions, `jose` throws other errors.
      rejectExtensions(decodeProtectedHeader(token));
      throw error;
    });
    rejectExtensions(protectedHeader);
    const claims = inputIssues(claimsSchema, payload);
    if ('issues' in claims) throw new errors.JWTInvalid(issueText(claims.issues, 'the token'));
    const granted = new Set(claims.data.scope.split(' '));
    const caller = {
      identifier: claims.data.sub,
      scopes: new Set(grantableScopes.filter((scope) => granted.has(scope))),
      expiresAt: new Date(Math.min((claims.data.exp + clockToleranceSeconds) * 1000, maxTime)),
    };
    return { caller, header: protectedHeader, key };
  }

  return async (request, { requestId, logEntry }) => {
    try {
      return await callerOf(request);
    } catch (error) {
      if (error instanceof RequestError) {
        Object.assign(logEntry, { fault: error.cause, reason: 'The key set of the issuer is unavailable.' });
        throw error.with({ extensions: { isRetryable: true, requestId } });
      }
      Object.assign(logEntry, { code: 'UNAUTHENTICATED', reason: reasonOf(error) });
      throw new RequestError({
        code: 'UNAUTHENTICATED',
        message: 'The request needs a valid bearer token.',
        headers: { 'www-authenticate': 'Bearer' },
        extensions: { requestId },
      });
    }
  };
}

/** Headers that no access token needs. Verifiers differ: `jose` ignores `b64` unless `crit` lists it. */
const extensionHeaders = ['crit', 'b64'] as const;

function rejectExtensions(header: object): void {
  const found = extensionHeaders.find((name) => Object.hasOwn(header, name));
  if (found !== undefined) throw new errors.JWTInvalid(`the header parameter "${found}" is not supported`);
}

function sharedKey(secret: string): FindKey {
  const key = new TextEncoder().encode(secret);
  return async () => key;
}

function bearerToken(authorization: string | null): string {
  const token = readBearerToken(authorization);
  if (token !== undefined) return token;
  throw new errors.JWTInvalid(
    authorization === null ? 'the request has no token' : 'the Authorization header has no bearer token',
  );
}

/** Errors whose messages are logged. Messages of all other errors can quote the token. */
const explainedErrors = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

const reasonOf = (error: unknown) =>
  error instanceof Error && explainedErrors.some((type) => error instanceof type)
    ? error.message
    : 'the token cannot be verified';
