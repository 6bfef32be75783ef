import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokenIdentity } from '../../../src/http/identity/identity.ts';
import { claims, createSigningKey, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { startIdentityLab } from './identity-lab.ts';
import { useResource } from '../../support/resource.ts';

const scope = 'talent:read';

describe('two issuers', async () => {
  const keys = [await createSigningKey('key-1'), await createSigningKey('key-1')];
  const issuers = keys.map((key) => useResource(() => startIssuer(key)));
  const labs = issuers.map((issuer) => useResource(() => startIdentityLab(issuer.environment)));

  it('admit only callers of their own graph', async () => {
    const statuses = [];
    for (const key of keys) {
      const token = await sign(key, { scope });
      for (const lab of labs) statuses.push((await lab.send(`Bearer ${token}`)).status);
    }

    expect(statuses).toEqual([200, 401, 401, 200]);
  });
});

describe('authentication with a shared secret', () => {
  const secret = 'a secret of more than thirty-two characters';
  const environment = {
    AUTH_JWT_SECRET: secret,
    AUTH_ISSUER: 'https://issuer.example',
    AUTH_AUDIENCE: 'https://graph.example',
  };

  const lab = useResource(() => startIdentityLab(environment));

  it('admits a token only to its own audience, also after another audience has admitted it', async () => {
    const key = new TextEncoder().encode(secret);
    const token = await new SignJWT(claims({ scope })).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const identifyFor = (audience: string) => {
      const identify = createTokenIdentity({ secret, issuer: environment.AUTH_ISSUER, audience });
      const request = new Request('http://graph.test/graphql', { headers: { authorization: `Bearer ${token}` } });
      return identify(request, { requestId: 'page-1', logEntry: {} });
    };

    expect(await identifyFor(environment.AUTH_AUDIENCE)).toMatchObject({ identifier: 'ada' });
    await expect(identifyFor('https://other.example')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('admits only tokens that were signed with the secret', async () => {
    const token = (key: string, alg = 'HS256') =>
      new SignJWT(claims({ scope })).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key));
    const rsa = await createSigningKey('key-1');
    const tokens = [
      await token(secret),
      await token(`${secret}!`),
      await token(secret.repeat(2), 'HS512'),
      await token(secret.padEnd(64), 'HS384'),
      await sign(rsa, { scope }),
    ];

    const statuses = [];
    for (const each of tokens) statuses.push((await lab.send(`Bearer ${each}`)).status);
    expect(statuses).toEqual([200, 401, 401, 401, 401]);
    expect(lab.tools.calls).toEqual([{ tool: 'lists_list', input: {}, identifier: 'ada' }]);
    expect(JSON.stringify(lab.logged)).not.toContain(secret);
  });
});
