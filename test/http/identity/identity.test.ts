import { createHmac, createPublicKey } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claims, createSigningKey, type Issuer, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { type IdentityLab, startIdentityLab } from './identity-lab.ts';

const seconds = () => Math.floor(Date.now() / 1000);
const base64url = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const allScopes = 'talent:read talent:write convo:read convo:write';
const createList = 'mutation { createList(input: { name: "Forged" }) { __typename } }';

describe('callers with tokens of a key set', async () => {
  const key = await createSigningKey('key-1');
  const ecKey = await createSigningKey('key-2', 'ES256');
  const longKey = await createSigningKey('key-3', 'RS512');
  const unpublished = await createSigningKey('key-4');
  const impostor = { ...unpublished, kid: 'key-1' };
  let issuer: Issuer;
  let lab: IdentityLab;

  beforeAll(async () => {
    issuer = await startIssuer(key, ecKey, longKey);
    lab = await startIdentityLab(issuer.environment);
  });
  beforeEach(() => {
    lab.tools.restore();
    lab.logged.length = 0;
  });
  afterAll(async () => {
    await lab.close();
    await issuer.close();
  });

  it.each([
    ['an RSA key', () => sign(key, { scope: 'talent:read' })],
    ['an elliptic-curve key', () => sign(ecKey, { scope: 'talent:read' })],
    ['other audiences besides', () => sign(key, { scope: 'talent:read', aud: ['x', 'https://graph.example'] })],
    ['an end that clocks may disagree about', () => sign(key, { scope: 'talent:read', exp: seconds() - 2 })],
    ['a begin that clocks may disagree about', () => sign(key, { scope: 'talent:read', nbf: seconds() + 3 })],
    ['a subject of 255 characters', () => sign(key, { scope: 'talent:read', sub: 'ö'.repeat(255) }), 'ö'.repeat(255)],
  ])('are who their token says, with %s', async (_, token, identifier = 'ada') => {
    await lab.send(`Bearer ${await token()}`);

    expect(lab.tools.calls).toEqual([{ tool: 'lists_list', input: {}, identifier }]);
    expect(lab.logged.filter((line) => line.includes('UNAUTHENTICATED'))).toEqual([]);
  });

  it.each(['bearer', 'BEARER', 'Bearer '])('write the scheme as they like: %s', async (scheme) => {
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
  const withHeader = (header: { kid?: string }) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', ...header }).sign(key.privateKey);

  it.each<[string, () => string | Promise<string>, string]>([
    ['that ended', () => sign(key, { exp: seconds() - 7 }), 'jwt expired'],
    ['without an end', () => sign(key, { exp: undefined }), 'exp must be there'],
    ['that does not hold yet', () => sign(key, { nbf: seconds() + 20 }), 'jwt not active'],
    [
      'for somebody else',
      () => sign(key, { aud: 'https://other.example' }),
      'jwt audience invalid. expected: https://graph.example',
    ],
    ['for nobody', () => sign(key, { aud: undefined }), 'jwt audience invalid. expected: https://graph.example'],
    [
      'of another issuer',
      () => sign(key, { iss: 'https://issuer.example/' }),
      'jwt issuer invalid. expected: https://issuer.example',
    ],
    ['of no issuer', () => sign(key, { iss: undefined }), 'jwt issuer invalid. expected: https://issuer.example'],
    ['without a subject', () => sign(key, { sub: undefined }), 'sub must be text'],
    ['with an empty subject', () => sign(key, { sub: '' }), 'sub must not be empty'],
    ['with a subject that is no text', () => sign(key, { sub: 7 }), 'sub must be text'],
    [
      'with a subject that no database keeps',
      () => sign(key, { sub: 'ada\u0000' }),
      'sub must be well-formed text without U+0000',
    ],
    [
      'with a subject of 256 characters',
      () => sign(key, { sub: 'a'.repeat(256) }),
      'sub must be at most 255 characters',
    ],
    ['that nobody signed', () => new UnsecuredJWT(claims({ scope: allScopes })).encode(), 'its key is not known'],
    ['that names a key and nobody signed', () => unsigned('none'), 'jwt signature is required'],
    ['whose signature was taken away', () => unsigned('RS256'), 'jwt signature is required'],
    ['signed with the public key as a secret', byPublicKey, 'invalid algorithm'],
    ['with an algorithm that is not allowed', () => sign(longKey), 'invalid algorithm'],
    [
      'with a key of another kind than its algorithm',
      () => sign({ ...ecKey, kid: 'key-1' }),
      'the token cannot be verified',
    ],
    ['that was changed', changed, 'invalid signature'],
    ['signed with another key of the same id', () => sign(impostor), 'invalid signature'],
    ['signed with an unknown key', () => sign(unpublished), 'its key is not known'],
    ['that does not say its key, where there are several', () => withHeader({}), 'its key is not known'],
    ['that is no token', () => 'secret-text', 'the token cannot be verified'],
    ['with a header that is no JSON', () => `${base64url('{secret-text')}.e30.`, 'the token cannot be verified'],
    [
      'whose claims are no object',
      () => `${base64url({ alg: 'RS256', kid: 'key-1' })}.${base64url('"secret-text"')}.eA`,
      'invalid signature',
    ],
  ])('are refused with a token %s', async (_, makeToken, reason) => {
    const token = await makeToken();
    await expectRefusal(`Bearer ${token}`, reason);

    for (const part of token.split('.').filter((text) => text.length > 8)) {
      expect(lab.logged.join('')).not.toContain(part);
    }
  });

  it.each([
    ['no Authorization header', undefined, 'there is no token'],
    ['another scheme', 'Basic YWRhOnNlY3JldA==', 'the authorization is no bearer token'],
    ['no token behind the scheme', 'Bearer', 'the authorization is no bearer token'],
    ['two tokens', 'Bearer a, Bearer b', 'the authorization is no bearer token'],
  ])('are refused with %s', async (_, authorization, reason) => {
    await expectRefusal(authorization, reason);
    expect(lab.logged.join('')).not.toContain('YWRhOnNlY3JldA');
  });

  /** Refused alike for every reason; one line of the log tells it, and nothing has happened. */
  async function expectRefusal(authorization: string | undefined, reason: string) {
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
    expect(lab.records()).toEqual([
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

  it('are refused before their operation is looked at', async () => {
    expect((await lab.send(undefined, '{ nothing')).status).toBe(401);
    const get = await fetch(`${lab.origin}/graphql?query={__typename}`, { headers: { 'x-graphql-yoga-csrf': '1' } });
    expect(get.status).toBe(401);
  });

  it('need no token for what is no operation', async () => {
    const answers = [
      await fetch(`${lab.origin}/health`),
      await fetch(`${lab.origin}/graphql`, { headers: { accept: 'text/html' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[1]?.text()).toContain('<!doctype html>');
    expect(lab.records().map(({ msg }) => msg)).toEqual(['GET /graphql']);
  });

  it.each([
    ['without scopes', { scope: undefined }],
    ['with scopes of another form', { scope: ['talent:read'] }],
    ['with scopes that nobody knows', { scope: 'admin talent:* TALENT:READ' }],
    ['with the scope of the other connector', { scope: 'convo:read convo:write' }],
    ['with the scope to write alone', { scope: 'talent:write' }],
  ])('may not read %s', async (_, given) => {
    const { answer } = await lab.send(`Bearer ${await sign(key, given)}`);

    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect(lab.tools.calls).toEqual([]);
  });

  it('may do what one of their scopes allows, and ignore those that nobody knows', async () => {
    const token = await sign(key, { scope: 'openid  talent:read admin' });
    expect((await lab.send(`Bearer ${token}`)).answer).toEqual({ data: { lists: [] } });
  });

  it('do not mix when they ask at the same time', async () => {
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
