import { createHmac, createPublicKey, createSign, KeyObject } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { claims, createSigningKey, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { startIdentityLab } from './identity-lab.ts';
import { useResource } from '../../support/resource.ts';

const seconds = () => Math.floor(Date.now() / 1000);
const base64url = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const allScopes = 'talent:read talent:write convo:read convo:write';
/** Description of a token, a function that creates it, and the logged reason of its rejection. */
type Rejection = [string, () => string | Promise<string>, string];

const createList = 'mutation { createList(input: { name: "Forged" }) { __typename } }';

const asymmetric = ['RS512', 'PS384', 'ES512', 'Ed25519', 'EdDSA'];

describe('authentication with a key set', async () => {
  const key = await createSigningKey('key-1');
  const ecKey = await createSigningKey('key-2', 'ES256');
  const keys = await Promise.all(asymmetric.map((algorithm) => createSigningKey(algorithm, algorithm)));
  const unpublished = await createSigningKey('key-4');
  const impostor = { ...unpublished, kid: 'key-1' };

  const issuer = useResource(() => startIssuer(key, ecKey, ...keys));
  const lab = useResource(() => startIdentityLab(issuer.environment));
  beforeEach(() => {
    lab.tools.restore();
    lab.logged.length = 0;
  });

  type Accepted = [name: string, token: () => Promise<string>, identifier?: string];
  it.each<Accepted>([
    ['an RSA key', () => sign(key, { scope: 'talent:read' })],
    ['an elliptic-curve key', () => sign(ecKey, { scope: 'talent:read' })],
    ...keys.map((each): Accepted => [each.algorithm, () => sign(each, { scope: 'talent:read' })]),
    ['several audiences', () => sign(key, { scope: 'talent:read', aud: ['x', 'https://graph.example'] })],
    ['an expiry within the clock tolerance', () => sign(key, { scope: 'talent:read', exp: seconds() - 2 })],
    ['a start within the clock tolerance', () => sign(key, { scope: 'talent:read', nbf: seconds() + 3 })],
    ['a subject of 255 characters', () => sign(key, { scope: 'talent:read', sub: 'ö'.repeat(255) }), 'ö'.repeat(255)],
  ])('accepts a token with %s', async (_, token, identifier = 'ada') => {
    await lab.send(`Bearer ${await token()}`);

    expect(lab.tools.calls).toEqual([{ tool: 'lists_list', input: {}, identifier }]);
    expect(JSON.stringify(lab.logged)).not.toContain('UNAUTHENTICATED');
  });

  it.each(['bearer', 'BEARER', 'Bearer '])('accepts the scheme in any spelling: %s', async (scheme) => {
    const { status, answer } = await lab.send(`${scheme} ${await sign(key, { scope: 'talent:read' })}`);
    expect([status, answer]).toEqual([200, { data: { lists: [] } }]);
  });

  const publicPem = createPublicKey({ key: key.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const byPublicKey = () => {
    const content = `${base64url({ alg: 'HS256', kid: 'key-1' })}.${base64url(claims())}`;
    return `${content}.${createHmac('sha256', publicPem).update(content).digest('base64url')}`;
  };
  const unsigned = (alg: string) => `${base64url({ alg, kid: 'key-1' })}.${base64url(claims({ scope: allScopes }))}.`;
  const changed = async () => {
    const [header, , signature] = (await sign(key, { scope: allScopes })).split('.');
    return `${header}.${base64url(claims({ sub: 'ben', scope: allScopes }))}.${signature}`;
  };
  const withoutKeyId = () => new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign(key.privateKey);
  /** A token with additional header parameters. Signed by hand, because `jose` does not sign unknown critical headers. */
  const withHeader = (header: object) => {
    const content = `${base64url({ alg: 'RS256', kid: 'key-1', ...header })}.${base64url(claims({ scope: allScopes }))}`;
    const privateKey = KeyObject.from(key.privateKey);
    return `${content}.${createSign('sha256').update(content).sign(privateKey, 'base64url')}`;
  };
  it('accepts a token that was signed by hand', async () => {
    expect((await lab.send(`Bearer ${withHeader({ 'secret-rule': true })}`)).status).toBe(200);
  });

  const algorithmRule = '"alg" (Algorithm) Header Parameter value not allowed';
  const criticalRule = 'the header parameter "crit" is not supported';
  const encodingRule = 'the header parameter "b64" is not supported';
  const keyRule = 'no applicable key found in the JSON Web Key Set';
  it.each<Rejection>([
    ['that has expired', () => sign(key, { exp: seconds() - 7 }), '"exp" claim timestamp check failed'],
    ['without an expiry', () => sign(key, { exp: undefined }), 'missing required "exp" claim'],
    ['that is not valid yet', () => sign(key, { nbf: seconds() + 20 }), '"nbf" claim timestamp check failed'],
    ['for another audience', () => sign(key, { aud: 'https://other.example' }), 'unexpected "aud" claim value'],
    ['without an audience', () => sign(key, { aud: undefined }), 'missing required "aud" claim'],
    ['of another issuer', () => sign(key, { iss: 'https://issuer.example/' }), 'unexpected "iss" claim value'],
    ['without an issuer', () => sign(key, { iss: undefined }), 'missing required "iss" claim'],
    ['without a subject', () => sign(key, { sub: undefined }), 'sub is required'],
    ['with an empty subject', () => sign(key, { sub: '' }), 'sub must not be empty'],
    ['with a subject that is not a string', () => sign(key, { sub: 7 }), 'sub must be text'],
    [
      'with a subject that contains U+0000',
      () => sign(key, { sub: 'ada\u0000' }),
      'sub must be well-formed text without U+0000',
    ],
    [
      'with a subject of 256 characters',
      () => sign(key, { sub: 'a'.repeat(256) }),
      'sub must be at most 255 characters',
    ],
    ['without a signature', () => new UnsecuredJWT(claims({ scope: allScopes })).encode(), algorithmRule],
    ['without a signature for a known key', () => unsigned('none'), algorithmRule],
    ['whose signature was removed', () => unsigned('RS256'), 'signature verification failed'],
    ['signed with the public key as a secret', byPublicKey, algorithmRule],
    ['whose key does not match its algorithm', () => sign({ ...ecKey, kid: 'key-1' }), keyRule],
    ['that was changed', changed, 'signature verification failed'],
    ['signed with another key of the same id', () => sign(impostor), 'signature verification failed'],
    ['signed with an unknown key', () => sign(unpublished), keyRule],
    ['without a key id, although the set has several keys', withoutKeyId, keyRule],
    ...[
      { crit: ['secret-rule'], 'secret-rule': true },
      { crit: ['exp'] },
      { crit: ['b64'], b64: true },
      { crit: ['b64'], b64: false },
      { crit: [] },
      { crit: null },
    ].map((header): Rejection => [`with ${JSON.stringify(header)}`, () => withHeader(header), criticalRule]),
    ['with {"b64":false}', () => withHeader({ b64: false }), encodingRule],
    ['with {"b64":true}', () => withHeader({ b64: true }), encodingRule],
    ['that is not a JWT', () => 'secret-text', 'the token cannot be verified'],
    ['whose header is not JSON', () => `${base64url('{secret-text')}.e30.`, 'the token cannot be verified'],
    [
      'whose claims are not an object',
      () => `${base64url({ alg: 'RS256', kid: 'key-1' })}.${base64url('"secret-text"')}.eA`,
      'signature verification failed',
    ],
  ])('rejects a token %s', async (_, makeToken, reason) => {
    const token = await makeToken();
    await expectRejection(`Bearer ${token}`, reason);

    for (const part of token.split('.').filter((text) => text.length > 8)) {
      expect(JSON.stringify(lab.logged)).not.toContain(part);
    }
  });

  const noBearerToken = 'the Authorization header has no bearer token';
  it.each([
    ['no Authorization header', undefined, 'the request has no token'],
    ['another scheme', 'Basic YWRhOnNlY3JldA==', noBearerToken],
    ['no token after the scheme', 'Bearer', noBearerToken],
    ['two tokens', 'Bearer a, Bearer b', noBearerToken],
  ])('rejects a request with %s', async (_, authorization, reason) => {
    await expectRejection(authorization, reason);
    expect(JSON.stringify(lab.logged)).not.toContain('YWRhOnNlY3JldA');
  });

  /** Expects the same response for every reason, the reason in the log only, and no tool call. */
  async function expectRejection(authorization: string | undefined, reason: string) {
    const { status, headers, answer } = await lab.send(authorization, createList);

    expect({ status, answer }).toEqual({
      status: 401,
      answer: {
        errors: [
          {
            message: 'The request needs a valid bearer token.',
            extensions: { code: 'UNAUTHENTICATED', requestId: 'page-1' },
          },
        ],
      },
    });
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(lab.logged).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'POST /graphql',
        requestId: 'page-1',
        code: 'UNAUTHENTICATED',
        reason,
        status: 401,
      }),
    ]);
    expect(lab.tools.calls).toEqual([]);
  }

  it('rejects a request before it reads the operation', async () => {
    expect((await lab.send(undefined, '{ nothing')).status).toBe(401);
    const get = await fetch(`${lab.origin}/graphql?query={__typename}`, { headers: { 'x-graphql-yoga-csrf': '1' } });
    expect(get.status).toBe(401);
  });

  it('requires no token for probes and GraphiQL', async () => {
    const answers = [
      await fetch(`${lab.origin}/health`),
      await fetch(`${lab.origin}/graphql`, { headers: { accept: 'text/html' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[1]?.text()).toContain('<!doctype html>');
    expect(lab.logged.map(({ msg }) => msg)).toEqual(['GET /graphql']);
  });

  it.each([
    ['without scopes', { scope: undefined }],
    ['with scopes of another type', { scope: ['talent:read'] }],
    ['with unknown scopes', { scope: 'admin talent:* TALENT:READ' }],
    ['with the scope of the other connector', { scope: 'convo:read convo:write' }],
    ['with only the scope to write', { scope: 'talent:write' }],
  ])('forbids reading %s', async (_, overrides) => {
    const { answer } = await lab.send(`Bearer ${await sign(key, overrides)}`);

    expect(answer.errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
    expect(lab.tools.calls).toEqual([]);
  });

  it('grants the known scopes and ignores the others', async () => {
    const token = await sign(key, { scope: 'openid  talent:read admin' });
    expect((await lab.send(`Bearer ${token}`)).answer).toEqual({ data: { lists: [] } });
  });

  it('keeps concurrent callers apart', async () => {
    const token = async (sub: string) => `Bearer ${await sign(key, { sub, scope: allScopes })}`;
    const [ada, ben] = [await token('ada'), await token('ben')];
    await lab.send(ada, createList.replace('Forged', 'Of Ada'));
    await lab.send(ben, createList.replace('Forged', 'Of Ben'));

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => lab.send([ada, ben, 'Bearer x'][index % 3])),
    );
    expect(answers.map(({ status, answer }) => answer.data ?? status)).toEqual(
      Array.from({ length: 20 }, (_, index) => {
        const [name] = [['Of Ada'], ['Of Ben'], []][index % 3] ?? [];
        return name === undefined ? 401 : { lists: [{ name }] };
      }),
    );
  });
});
