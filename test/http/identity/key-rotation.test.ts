import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { claims, createSigningKey, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { startIdentityLab } from './identity-lab.ts';
import { useResource } from '../../support/resource.ts';

const scope = 'talent:read';

describe('key set of an issuer', async () => {
  const [first, second, third] = [
    await createSigningKey('key-1'),
    await createSigningKey('key-2'),
    await createSigningKey('key-3'),
  ];
  const issuer = useResource(startIssuer);
  const lab = useResource(() => startIdentityLab(issuer.environment));
  let fetchedBefore = 0;
  const fetches = () => issuer.fetches - fetchedBefore;
  const works = {
    status: 200,
    headers: {},
    body: () => JSON.stringify({ keys: issuer.published.map(({ jwk }) => jwk) }),
  };

  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  beforeEach(() => {
    issuer.published.splice(0, Infinity, first);
    Object.assign(issuer.answer, works);
    // Expires the key set that an earlier test fetched.
    pass(601);
    fetchedBefore = issuer.fetches;
    lab.tools.restore();
    lab.logged.length = 0;
  });
  afterAll(() => void vi.useRealTimers());

  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const statusWith = async (key: Parameters<typeof sign>[0]) =>
    (await lab.send(`Bearer ${await sign(key, { scope })}`)).status;

  it('is fetched with the first token, once for concurrent requests', async () => {
    expect(fetches()).toBe(0);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusWith(first)));

    expect([new Set(statuses), fetches()]).toEqual([new Set([200]), 1]);
  });

  it('is fetched again for a new key, without a restart', async () => {
    await statusWith(first);
    issuer.published.push(second);
    pass(11);

    expect([await statusWith(second), await statusWith(first)]).toEqual([200, 200]);
    expect(fetches()).toBe(2);
  });

  it('is fetched for unknown keys at most every ten seconds, and known keys stay valid', async () => {
    await statusWith(first);
    pass(11);
    for (const kid of ['x-1', 'x-2', 'x-3']) expect(await statusWith({ ...third, kid })).toBe(401);
    expect([await statusWith(first), fetches()]).toEqual([200, 2]);
  });

  it('no longer admits a withdrawn key after ten minutes', async () => {
    await statusWith(first);
    issuer.published.splice(0, 1, second);
    pass(590);
    expect([await statusWith(first), fetches()]).toEqual([200, 1]);

    pass(11);
    expect([await statusWith(first), fetches()]).toEqual([401, 2]);
    expect(await statusWith(second)).toBe(200);
  });

  it('admits a token without a key id if it has only one key', async () => {
    const token = await new SignJWT(claims({ scope })).setProtectedHeader({ alg: 'RS256' }).sign(first.privateKey);

    expect((await lab.send(`Bearer ${token}`)).status).toBe(200);
  });

  it('admits a token without a key id if only one of its keys is for signatures', async () => {
    const keys = [first.jwk, { ...second.jwk, use: 'enc', alg: 'RSA-OAEP' }, { kty: 'oct', kid: 'shared', k: 'AAAA' }];
    issuer.answer.body = () => JSON.stringify({ keys });
    const token = await new SignJWT(claims({ scope })).setProtectedHeader({ alg: 'RS256' }).sign(first.privateKey);

    expect((await lab.send(`Bearer ${token}`)).status).toBe(200);
  });

  it.each([
    ['returns an error', 500, '{}'],
    ['returns no JSON', 200, '<html>'],
    ['returns no keys', 200, '{}'],
    ['returns an empty set', 200, '{"keys":[]}'],
  ])('is unavailable when the endpoint %s', async (_, status, body) => {
    Object.assign(issuer.answer, { status, body: () => body });
    await expectUnavailable();
    await expectUnavailable();
    expect(fetches()).toBe(1);

    Object.assign(issuer.answer, works);
    pass(11);
    expect(await statusWith(first)).toBe(200);
  });

  it('is unavailable when the endpoint redirects, even to a working one', async () => {
    const other = await startIssuer(first);
    Object.assign(issuer.answer, { status: 302, headers: { location: other.environment.AUTH_JWKS_URL } });
    await expectUnavailable();
    expect([fetches(), other.fetches]).toEqual([1, 0]);
    await other.close();
  });

  it('stays valid while the endpoint fails', async () => {
    await statusWith(first);
    Object.assign(issuer.answer, { status: 500 });
    pass(60);
    expect(await statusWith(first)).toBe(200);

    lab.tools.restore();
    for (const kid of ['x-1', 'x-2', 'x-3']) expect(await statusWith({ ...second, kid })).toBe(401);
    expect(lab.tools.calls).toEqual([]);
    expect([await statusWith(first), fetches()]).toEqual([200, 2]);
  });

  describe('with a token that was verified before', () => {
    const lasting = { scope, exp: Math.floor(Date.now() / 1000) + 86_400 };
    const statusOf = async (token: string) => (await lab.send(`Bearer ${token}`)).status;
    const reasons = () => lab.logged.flatMap(({ reason }) => reason ?? []);

    it('verifies it only once', async () => {
      const verify = vi.spyOn(crypto.subtle, 'verify');
      onTestFinished(() => verify.mockRestore());
      const token = await sign(first, lasting);
      const statuses = [await statusOf(token), await statusOf(token), await statusOf(await sign(first, { scope }))];

      expect([statuses, verify.mock.calls.length]).toEqual([[200, 200, 200], 2]);
    });

    it('rejects it once its key is withdrawn, after ten minutes', async () => {
      const token = await sign(first, lasting);
      await statusOf(token);
      issuer.published.splice(0, 1, second);
      pass(590);
      expect([await statusOf(token), fetches()]).toEqual([200, 1]);

      pass(11);
      expect([await statusOf(token), fetches()]).toEqual([401, 2]);
      expect(reasons()).toEqual(['no applicable key found in the JSON Web Key Set']);
    });

    it('rejects it at once when the set was fetched for another token', async () => {
      const token = await sign(first, lasting);
      await statusOf(token);
      issuer.published.splice(0, 1, second, { ...third, jwk: { ...third.jwk, kid: first.kid } });
      pass(11);
      expect([await statusWith(second), await statusOf(token), fetches()]).toEqual([200, 401, 2]);
      expect(reasons()).toEqual(['signature verification failed']);
    });

    it('rejects it when the set is unavailable and older than ten minutes', async () => {
      const token = await sign(first, lasting);
      await statusOf(token);
      Object.assign(issuer.answer, { status: 500 });
      pass(601);
      expect(await statusOf(token)).toBe(503);
    });

    it('rejects it when it has expired', async () => {
      const token = await sign(first, { scope });
      await statusOf(token);
      pass(304);
      expect(await statusOf(token)).toBe(200);

      pass(1);
      expect([await statusOf(token), ...reasons()]).toEqual([401, '"exp" claim timestamp check failed']);
    });

    it('admits one that was rejected because it was not valid yet', async () => {
      const token = await sign(first, { ...lasting, nbf: Math.floor(Date.now() / 1000) + 60 });
      expect(await statusOf(token)).toBe(401);
      pass(60);
      expect(await statusOf(token)).toBe(200);
    });
  });

  it('is unavailable when nothing listens at its address', async () => {
    await issuer.close();
    await expectUnavailable();
    expect(await statusWith(first)).toBe(503);
  });

  async function expectUnavailable() {
    const token = await sign(first, { scope });
    const { status, answer } = await lab.send(`Bearer ${token}`);

    expect({ status, answer }).toEqual({
      status: 503,
      answer: {
        errors: [
          {
            message: 'Callers cannot be authenticated at the moment.',
            extensions: { code: 'UPSTREAM_UNAVAILABLE', isRetryable: true, requestId: 'page-1' },
          },
        ],
      },
    });
    const refused = lab.logged.filter((record) => record['status'] !== 200);
    expect(refused.map(({ level, reason }) => [level, reason])).toEqual([
      [50, 'The key set of the issuer is unavailable.'],
    ]);
    for (const part of token.split('.')) expect(JSON.stringify(lab.logged)).not.toContain(part);
    expect(lab.tools.calls).toEqual([]);
    lab.logged.length = 0;
  }
});
