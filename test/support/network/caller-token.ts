import { SignJWT } from 'jose';

const secret = 'a secret of callers that is long enough';
const rules = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'graph' };
const scope = 'talent:read talent:write convo:read convo:write';

/** Settings of a server that accepts the tokens of `tokenOf`. */
export const authentication = { AUTH_JWT_SECRET: secret, ...rules };

/** A token with all scopes that is valid for two hours. */
export const tokenOf = (subject: string) =>
  new SignJWT({ scope })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setIssuer(rules.AUTH_ISSUER)
    .setAudience(rules.AUTH_AUDIENCE)
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret));
