import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClients } from '../../../src/platform/accounts/clients.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { createListCall, startPlatformLab } from './platform-lab.ts';

describe('access tokens of the platform', () => {
  const lab = openForSuite(() => startPlatformLab());
  let credentials: { client_id: string; client_secret: string };

  beforeAll(async () => {
    credentials = { client_id: lab.client.clientId, client_secret: lab.secret };
  });
  beforeEach(async () => {
    lab.forget();
    await lab.db.deleteFrom('platform_access_tokens').execute();
  });

  const grant = { grant_type: 'client_credentials' };
  const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
  const statusWith = async (token: string) => {
    const response = await lab.post(JSON.stringify(createListCall({ params: {} })), {
      authorization: `Bearer ${token}`,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const tokenCount = async () =>
    (await lab.db.selectFrom('platform_access_tokens').select('token_hash').execute()).length;

  it.each([
    ['in the form', () => [{ ...grant, ...credentials }, {}] as const],
    ['in the header', () => [grant, basic(credentials.client_id, credentials.client_secret)] as const],
  ])('are issued for credentials %s', async (_where, request) => {
    const [form, headers] = request();
    const response = await lab.postToken(form, headers);
    const body = await response.json();

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
    expect(await statusWith(body.access_token)).toBe(400);
    expect(JSON.stringify(lab.logged)).not.toContain(body.access_token);
    expect(JSON.stringify(lab.logged)).not.toContain(lab.secret);
  });

  it('are denied with the same error for a wrong secret and an unknown client', async () => {
    const answers = [];
    for (const wrong of [{ client_secret: 'x' }, { client_id: 'client_x' }]) {
      const response = await lab.postToken({ ...grant, ...credentials, ...wrong });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="platform"');
      answers.push(await response.json());
    }

    const rejection = {
      error: 'invalid_client',
      error_description: 'The client is unknown or was revoked, or its secret is wrong.',
    };
    expect(answers).toEqual([rejection, rejection]);
    expect(await tokenCount()).toBe(0);
    expect(lab.logged).toHaveLength(2);
  });

  const noUtf8 = 'The body must be UTF-8.';
  const asked = 'grant_type=client_credentials';

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string, string?]>([
    [
      'an id with U+0000',
      `${asked}&client_id=client%00&client_secret=x`,
      {},
      400,
      'client_id must be well-formed text without U+0000.',
    ],
    ['no grant type', '', {}, 400, 'grant_type is required.'],
    [
      'another grant type',
      'grant_type=password',
      {},
      400,
      'grant_type must be client_credentials.',
      'unsupported_grant_type',
    ],
    ['no credentials', asked, {}, 400, 'client_id and client_secret are required.'],
    ['a parameter twice', `${asked}&client_id=a&client_id=b`, {}, 400, 'client_id must not be repeated.'],
    [
      'credentials in two places',
      `${asked}&client_secret=b`,
      basic('a', 'b'),
      400,
      'client_secret must not be combined with the Authorization header.',
    ],
    [
      'one client in the form and another in the header',
      `${asked}&client_id=b`,
      basic('a', 'b'),
      400,
      'client_id must match the Authorization header.',
    ],
    ['JSON', '', { 'content-type': 'application/json' }, 415, 'The body must be application/x-www-form-urlencoded.'],
    ['a body of 20 KB', `grant_type=${'x'.repeat(20_000)}`, {}, 413, 'The body must not exceed 16384 bytes.'],
    ['bytes that are not UTF-8', Uint8Array.from([0x61, 0x3d, 0xff]), {}, 400, noUtf8],
    ['escapes that are not UTF-8', 'client_id=100%&client_secret=%FF', {}, 400, noUtf8],
    [
      'another charset',
      asked,
      { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' },
      415,
      'The charset must be UTF-8.',
    ],
    ['a content encoding', asked, { 'content-encoding': 'gzip' }, 415, 'Send the body without Content-Encoding.'],
  ])(
    'are denied to a request with %s',
    async (_what, form, headers, status, description, error = 'invalid_request') => {
      const response = await lab.postToken(form, headers);

      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ error, error_description: description });
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(lab.logged).toHaveLength(1);
    },
  );

  it('are denied to a request that is too large in chunks, before it ends', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = httpRequest(`${lab.origin}/oauth/token`, { method: 'POST', headers });
    request.on('error', () => {});
    const answered = once(request, 'response');
    request.write('x'.repeat(16 * 1024));
    request.write('x');
    const [response] = await answered;

    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    request.destroy();
  });

  it('are not issued for GET', async () => {
    const response = await fetch(`${lab.origin}/oauth/token`);

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('become invalid at once when their client is revoked; other tokens stay valid', async () => {
    const other = await lab.clients.add('Another graph');
    const token = await lab.token({ clientId: other.client.clientId, secret: other.secret });
    const stays = await lab.token();
    expect(await statusWith(token)).toBe(400);
    // Another node, on the same database, revokes the client.
    await createClients(lab.db).revoke(other.client.clientId);

    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(stays)).toBe(400);
    const response = await lab.postToken({
      ...grant,
      client_id: other.client.clientId,
      client_secret: other.secret,
    });
    expect(response.status).toBe(401);
  });

  it('expire after an hour and are deleted when a new one is issued', async () => {
    const token = await lab.token();
    await lab.db
      .updateTable('platform_access_tokens')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .execute();

    expect(await statusWith(token)).toBe(401);
    expect(await tokenCount()).toBe(1);
    await lab.token();
    expect(await tokenCount()).toBe(1);
  });
});
