import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlatformLab, startPlatformLab } from './platform-lab.ts';

/** Limits per minute, as documented. */
const maxWrongSecrets = 20;
const maxWrongSecretsPerAddress = 200;
const maxTokens = 60;

const limitReached = {
  status: 429,
  retryAfter: '60',
  body: { error: 'temporarily_unavailable', error_description: 'Too many requests. Retry in 60 seconds.' },
};

describe('the limits of the token route', () => {
  let lab: PlatformLab;
  beforeEach(async () => {
    // A stopped clock, so that no window ends during a test.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    // With one proxy, the address of a caller is the last one in X-Forwarded-For.
    lab = await startPlatformLab({ PROXY_HOPS: '1' });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await lab.close();
  });

  async function request(from: string, { clientId = lab.client.clientId, secret = lab.secret } = {}) {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
    const response = await lab.postToken(form, { 'x-forwarded-for': from });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
  }
  const statuses = async (count: number, from: string, credentials?: { clientId?: string; secret?: string }) => {
    const found = new Set<number>();
    for (let sent = 0; sent < count; sent += 1) found.add((await request(from, credentials)).status);
    return [...found];
  };
  const tokenCount = async () =>
    (await lab.db.selectFrom('platform_access_tokens').select('token_hash').execute()).length;

  it('reject a client after too many wrong secrets from one address, and only there', async () => {
    expect(await statuses(maxWrongSecrets, '192.0.2.1', { secret: 'wrong' })).toEqual([401]);
    lab.forget();

    expect(await request('192.0.2.1', { secret: 'wrong' })).toEqual(limitReached);
    expect(await request('192.0.2.1')).toEqual(limitReached);
    expect(await tokenCount()).toBe(0);
    expect(lab.logged).toMatchObject(
      Array.from({ length: 2 }, () => ({
        msg: 'POST /oauth/token',
        status: 429,
        code: 'RATE_LIMITED',
        reason: 'too many wrong secrets for this client from 192.0.2.1',
      })),
    );
    expect((await request('192.0.2.2')).status).toBe(200);
  });

  it('accept the client again after a minute', async () => {
    await statuses(maxWrongSecrets, '192.0.2.1', { secret: 'wrong' });
    vi.setSystemTime(Date.now() + 59_000);
    expect(await request('192.0.2.1')).toMatchObject({ status: 429, retryAfter: '1' });
    vi.setSystemTime(Date.now() + 1_000);
    expect((await request('192.0.2.1')).status).toBe(200);
  });

  it('reject an address after too many wrong secrets for all clients together', async () => {
    for (let sent = 0; sent < maxWrongSecretsPerAddress; sent += 1) {
      expect((await request('2001:db8::1', { clientId: `client_${sent}`, secret: 'wrong' })).status).toBe(401);
    }
    lab.forget();

    // An IPv6 host can use every address of its /64 network, so the network shares a limit.
    expect(await request('2001:db8::2')).toEqual(limitReached);
    expect(lab.logged).toMatchObject([{ reason: 'too many wrong secrets from 2001:db8::/64' }]);
    expect((await request('2001:db8:0:1::1')).status).toBe(200);
  });

  it('count no correct secret as a wrong one', async () => {
    expect(await statuses(maxWrongSecrets + 1, '192.0.2.1')).toEqual([200]);
    expect(await statuses(maxWrongSecrets - 1, '192.0.2.1', { secret: 'wrong' })).toEqual([401]);
    expect(await statuses(2, '192.0.2.1')).toEqual([200]);
  });

  it('verify no more secrets of concurrent attempts than of sequential ones', async () => {
    const attempts = Array.from({ length: 50 }, () => request('192.0.2.1', { secret: 'wrong' }));
    const refused = (await Promise.all(attempts)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(50 - maxWrongSecrets);
  });

  it('issue a bounded number of tokens per client, which wrong secrets for the client do not use up', async () => {
    for (let host = 1; host <= 5; host += 1) await statuses(maxWrongSecrets, `192.0.2.${host}`, { secret: 'wrong' });
    expect(await statuses(maxTokens, '198.51.100.1')).toEqual([200]);
    lab.forget();

    expect(await request('198.51.100.1')).toEqual(limitReached);
    expect(await tokenCount()).toBe(maxTokens);
    expect(lab.logged).toMatchObject([{ status: 429, reason: 'too many tokens for this client' }]);
    const other = await lab.clients.add('Another graph');
    expect((await request('198.51.100.1', { clientId: other.client.clientId, secret: other.secret })).status).toBe(200);
  });
});
