import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { serveLoopback } from './loopback-server.ts';

export const audience = 'https://graph.example';

interface SigningKey {
  kid: string;
  algorithm: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

export async function createSigningKey(kid: string, algorithm = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { kid, algorithm, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' } };
}

/** Valid claims with `changes`; the value undefined removes a claim. */
export function claims(changes: Record<string, unknown> = {}): JWTPayload {
  const seconds = Math.floor(Date.now() / 1000);
  return { iss: 'https://issuer.example', aud: audience, sub: 'ada', iat: seconds, exp: seconds + 300, ...changes };
}

export const sign = ({ kid, algorithm, privateKey }: SigningKey, changes: Record<string, unknown> = {}) =>
  new SignJWT(claims(changes)).setProtectedHeader({ alg: algorithm, kid }).sign(privateKey);

/** A JWKS endpoint on a free port; it returns the keys that are in `published` at the time of a request. */
export async function startIssuer(...published: SigningKey[]) {
  const answer = {
    status: 200,
    body: (): string => JSON.stringify({ keys: issuer.published.map(({ jwk }) => jwk) }),
    headers: {},
  };
  const endpoint = await serveLoopback((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body());
  });
  const issuer = {
    published,
    answer,
    /** Number of requests for the key set. */
    get fetches() {
      return endpoint.requests.length;
    },
    environment: {
      AUTH_JWKS_URL: `${endpoint.url}/keys`,
      AUTH_ISSUER: 'https://issuer.example',
      AUTH_AUDIENCE: audience,
    },
    close: endpoint.close,
  };
  return issuer;
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
