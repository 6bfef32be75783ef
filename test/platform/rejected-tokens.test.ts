import { beforeEach, expect, it } from 'vitest';
import { createPlatform } from '../../src/platform/platform.ts';
import { generateOrganizationKey } from '../../src/platform/services/keys/service-keys.ts';
import { ada, zoe } from './services/conversation/conversation-records.ts';
import { describeEmbedded } from '../support/database/suite-database.ts';
import { openPlatformLab, type PlatformLab } from './platform-lab.ts';

const rejectedByService = {
  code: 'CONNECTION_EXPIRED',
  message: 'The service no longer accepts the token of the account; connect the account again.',
};

describeEmbedded('calls with rejected tokens', (opened) => {
  const { db } = opened;
  let lab: PlatformLab;
  beforeEach(async () => {
    lab = await openPlatformLab(opened);
  });

  const nothing = { lists: [], webhooks: [] };
  const line = (fields: object) => expect.objectContaining({ level: 30, msg: 'call rejected', ...fields });

  it('are logged for a revoked key, while the other connection still works', async () => {
    await db.updateTable('service_keys').set({ revoked_at: lab.now() }).where('user_id', '=', ada).execute();
    const refusal = await lab.rejectionOf(() => lab.call('Convo'));
    const listing = await lab.rejectionOf(() =>
      lab.platform.listTools({ connectionName: 'Convo', identifier: 'ada', signal: lab.signal }),
    );

    expect(refusal).toMatchObject(rejectedByService);
    expect(refusal.logged).toEqual([line({ connection: 'Convo', identifier: 'ada', code: 'CONNECTION_EXPIRED' })]);
    expect(listing).toMatchObject({ ...rejectedByService, logged: [{ connection: 'Convo' }] });
    expect(await lab.changes()).toEqual(nothing);
    await lab.call('Talent');
    await lab.call('Convo', { identifier: 'zoe' });
    expect(await lab.changes()).toEqual({ lists: ['usr_ada'], webhooks: [zoe] });
  });

  it('are logged for a key that has expired in the service', async () => {
    const expiresAt = new Date(lab.clock.now.getTime() + 60_000);
    const token = await lab.keys.convo.issuePersonal({ userId: ada, expiresAt });
    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'ada', token });
    lab.clock.now = expiresAt;

    expect(await lab.rejectionOf(() => lab.call('Convo'))).toMatchObject(rejectedByService);
    expect(await lab.changes()).toEqual(nothing);
  });

  it('are logged for a key of the other service', async () => {
    const token = await lab.keys.talent.issuePersonal({ userId: ada });
    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'ada', token });

    expect(await lab.rejectionOf(() => lab.call('Convo'))).toMatchObject(rejectedByService);
    expect(await lab.changes()).toEqual(nothing);
  });

  it('begin for a replaced API key at once and on every node, for its organization only', async () => {
    const generate = async (user: string) => (await generateOrganizationKey(db, { user, now: lab.now() })).key;
    const old = await generate(ada);
    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'ada', token: old });
    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'zoe', token: await generate(zoe) });
    const otherNode = createPlatform({ services: lab.services, accounts: lab.accounts, log: lab.log });
    await lab.call('Convo');
    const next = await generate(ada);

    for (const { execute } of [lab.platform, otherNode]) {
      const request = {
        connectionName: 'Convo',
        identifier: 'ada',
        toolName: 'convo_webhook_create',
        signal: lab.signal,
      };
      const input = { trigger: 'conversation_played', url: 'https://again.example/' };
      expect(await lab.rejectionOf(() => execute({ ...request, input }))).toMatchObject(rejectedByService);
    }
    await lab.call('Convo', { identifier: 'zoe' });
    expect(await lab.changes()).toEqual({ lists: [], webhooks: [ada, zoe].toSorted() });

    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'ada', token: next });
    await lab.call('Convo', { toolName: 'convo_test_tool_xyz', input: {} });
    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'ada', token: old });
    expect(await lab.rejectionOf(() => lab.call('Convo'))).toMatchObject(rejectedByService);
  });

  it.each(['sealed_token', 'token_key_id'] as const)(
    'are logged for an account whose %s was changed',
    async (column) => {
      await db
        .updateTable('connected_accounts')
        .set({ [column]: column === 'token_key_id' ? 'feedfeedfeedfeed' : Buffer.alloc(60).toString('base64') })
        .where('identifier', '=', 'ada')
        .execute();
      const refusal = await lab.rejectionOf(() => lab.call('Talent'));

      expect(refusal).toMatchObject({
        code: 'CONNECTION_EXPIRED',
        message: `The token of the caller's account on the connection "Talent" cannot be read; connect it again.`,
      });
      expect(refusal.logged).toHaveLength(1);
      expect(await lab.changes()).toEqual(nothing);
    },
  );

  it('include calls with an account that has the stored token of another account', async () => {
    const token = db
      .selectFrom('connected_accounts')
      .where('identifier', '=', 'zoe')
      .where('connection_name', '=', 'Talent');
    const { sealed_token: sealed } = await token.select('sealed_token').executeTakeFirstOrThrow();
    for (const [connectionName, identifier] of [
      ['Talent', 'ada'],
      ['Convo', 'zoe'],
    ] as const) {
      await db
        .updateTable('connected_accounts')
        .set({ sealed_token: sealed })
        .where('connection_name', '=', connectionName)
        .where('identifier', '=', identifier)
        .execute();
      expect(await lab.rejectionOf(() => lab.call(connectionName, { identifier }))).toMatchObject({
        code: 'CONNECTION_EXPIRED',
      });
    }
    expect(await lab.changes()).toEqual(nothing);
  });
});
