import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { createClients } from '../../../src/platform/accounts/clients.ts';
import { createGate, type Gate } from '../../support/gate.ts';
import { describeOnDatabases } from '../../support/database/suite-database.ts';

describeOnDatabases('the clients of a platform', ({ db }) => {
  it('get an id and a secret, which is not stored', async () => {
    const clients = createClients(db);
    const one = await clients.add('One');
    const two = await clients.add('One');

    expect(one.client).toEqual({
      clientId: expect.stringMatching(/^client_[\da-f]{16}$/),
      name: 'One',
      createdAt: expect.any(Date),
      revokedAt: null,
    });
    expect(one.secret).toMatch(/^tcg_client_[\da-f]{64}$/);
    expect(two.client.clientId).not.toBe(one.client.clientId);
    expect(two.secret).not.toBe(one.secret);
    const rows = await db.selectFrom('platform_clients').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(one.secret);
  });

  it('are authenticated by their secret only, for an hour, on every node', async () => {
    const clients = createClients(db);
    const { client, secret } = await clients.add('Admitted');
    const issued = await clients.issueToken({ clientId: client.clientId, secret });

    expect(issued).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expiresInSeconds: 3600 });
    expect(await createClients(db).clientOf(issued?.token ?? '')).toBe(client.clientId);
    expect(await clients.clientOf(secret)).toBeUndefined();
    expect(await clients.clientOf('')).toBeUndefined();
    expect(await clients.issueToken({ clientId: client.clientId, secret: `${secret}x` })).toBeUndefined();
    const rows = await db.selectFrom('platform_access_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(issued?.token);
  });

  it('lose access at once when they are revoked, and stay in the list', async () => {
    const clients = createClients(db);
    const { client, secret } = await clients.add('Revoked');
    const issued = await clients.issueToken({ clientId: client.clientId, secret });
    const revoked = await clients.revoke(client.clientId);

    expect(revoked).toEqual({ ...client, revokedAt: expect.any(Date) });
    expect(await clients.clientOf(issued?.token ?? '')).toBeUndefined();
    expect(await clients.issueToken({ clientId: client.clientId, secret })).toBeUndefined();
    expect(await clients.revoke(client.clientId)).toEqual(revoked);
    expect((await clients.list()).map(({ name }) => name)).toEqual(['One', 'One', 'Admitted', 'Revoked']);
    expect(await clients.revoke('client_none')).toBeUndefined();
  });

  it('have no access with a token that was issued during their revocation', async () => {
    const clients = createClients(db);
    const { client, secret } = await clients.add('Late');
    const gate = createGate();
    // The secret has been verified, but the token is not stored yet.
    const issuing = createClients(db.withPlugin(pauseAfterFirst(gate))).issueToken({ ...client, secret });
    await gate.whenWaiting(1);
    await clients.revoke(client.clientId);
    gate.open();

    const issued = await issuing;
    expect(issued).toBeDefined();
    expect(await clients.clientOf(issued?.token ?? '')).toBeUndefined();
  });
});

/** Delays the result of the first statement until the gate is opened. */
function pauseAfterFirst(gate: Gate): KyselyPlugin {
  let isFirst = true;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        await gate.pass();
      }
      return result;
    },
  };
}
