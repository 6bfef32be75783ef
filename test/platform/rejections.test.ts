import { beforeEach, describe, expect, it } from 'vitest';
import { createPlatform } from '../../src/platform/platform.ts';
import { generateOrganizationKey } from '../../src/platform/services/keys/organization-key.ts';
import { ada, zoe } from './services/conversation/conversation-records.ts';
import { databases } from '../support/database/test-databases.ts';
import { suiteDatabase } from '../support/database/suite-database.ts';
import { openPlatformLab, type PlatformLab } from './platform-lab.ts';

const rejectedByService = {
  code: 'CONNECTION_EXPIRED',
  message: 'The service no longer accepts the token of the account; connect the account again.',
};

describe.each(databases())('rejected calls on $name', ({ open }) => {
  const opened = suiteDatabase(open);
  const { db } = opened;
  let lab: PlatformLab;
  beforeEach(async () => {
    lab = await openPlatformLab(opened);
  });

  const nothing = { lists: [], webhooks: [] };
  const line = (fields: object) => expect.objectContaining({ level: 30, msg: 'call rejected', ...fields });

  it.each([
    ['talent', 'There is no connection named "talent"; the name must match exactly.'],
    ['Talent ', 'There is no connection named "Talent "; the name must match exactly.'],
  ])('are logged for the unknown connection %j', async (connectionName, message) => {
    const { platform, signal } = lab;
    const request = {
      connectionName,
      identifier: 'ada',
      toolName: 'talent_lists_create',
      input: { name: 'x' },
      signal,
    };
    const refusal = await lab.rejectionOf(() => platform.execute(request));

    expect(refusal).toEqual({
      code: 'NOT_CONNECTED',
      message,
      reason: undefined,
      logged: [line({ connection: connectionName, identifier: 'ada', tool: 'talent_lists_create', reason: message })],
    });
    const listing = await lab.rejectionOf(() => platform.listTools({ connectionName, identifier: 'ada', signal }));
    expect(listing).toMatchObject({ code: 'NOT_CONNECTED', message, logged: [{ connection: connectionName }] });
    expect(await lab.changes()).toEqual(nothing);
  });

  it('are logged for an identifier without an account', async () => {
    const message = 'The caller has no account on the connection "Talent".';
    const refusal = await lab.rejectionOf(() => lab.call('Talent', { identifier: 'Ada' }));

    expect(refusal).toMatchObject({ code: 'NOT_CONNECTED', message, reason: undefined });
    expect(refusal.logged).toEqual([line({ connection: 'Talent', identifier: 'Ada', code: 'NOT_CONNECTED' })]);
    expect(await lab.changes()).toEqual(nothing);
  });

  it('are logged for a pending account', async () => {
    await lab.accounts.connect({ connectionName: 'Talent', identifier: 'new' });
    const refusal = await lab.rejectionOf(() => lab.call('Talent', { identifier: 'new' }));

    expect(refusal).toMatchObject({ code: 'NOT_CONNECTED', reason: 'PENDING_AUTH' });
    expect(refusal.logged).toHaveLength(1);
    expect(await lab.changes()).toEqual(nothing);
  });

  it('are logged for an account from the moment it expires', async () => {
    const token = await lab.keys.talent.issuePersonal({ userId: 'usr_ada' });
    const expiresAt = new Date(lab.clock.now.getTime() + 60_000);
    await lab.accounts.connect({ connectionName: 'Talent', identifier: 'brief', token, expiresAt });
    await lab.call('Talent', { identifier: 'brief' });
    lab.clock.now = expiresAt;
    const refusal = await lab.rejectionOf(() => lab.call('Talent', { identifier: 'brief' }));

    expect(refusal).toMatchObject({
      code: 'CONNECTION_EXPIRED',
      message: `The caller's account on the connection "Talent" has expired; connect it again.`,
    });
    expect(refusal.logged).toHaveLength(1);
    expect(await lab.changes()).toEqual({ lists: ['usr_ada'], webhooks: [] });
  });

  it.each([
    ['an unknown tool', { toolName: 'talent_lists_erase' }],
    ['a tool without its prefix', { toolName: 'lists_create' }],
    ['a tool of the other service', { toolName: 'talent_webhook_create' }],
    ['a name that every object has', { toolName: 'talent_constructor' }],
    ['an extra parameter', { input: { name: 'x', userId: 'usr_zoe' } }],
    ['no parameters', { input: undefined }],
  ])('are logged for %s', async (_what, request) => {
    const refusal = await lab.rejectionOf(() => lab.call('Talent', request));

    expect(refusal.code).toBe('BAD_USER_INPUT');
    expect(refusal.logged).toEqual([line({ connection: 'Talent', identifier: 'ada', code: 'BAD_USER_INPUT' })]);
    expect(await lab.changes()).toEqual(nothing);
  });

  it('are logged without the input of the tool', async () => {
    await lab.rejectionOf(() =>
      lab.call('Talent', { input: { name: 'x', 'secret of a caller': 'value of a caller' } }),
    );

    expect(lab.lines.join()).not.toMatch(/of a caller/);
  });

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
    const generate = async (userId: string) => {
      const generated = await generateOrganizationKey(db, { userId, now: lab.now() });
      if ('refused' in generated) throw new Error('No key was generated.');
      return generated.key;
    };
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

  it('end at once when a connection is added, and begin at once when it is removed', async () => {
    const request = { connectionName: 'Talent (EU)', toolName: 'acme_lists_create', input: { name: 'EU' } };
    const { platform, signal, connections, accounts } = lab;
    const call = () => platform.execute({ ...request, identifier: 'ada', signal });
    expect(await lab.rejectionOf(call)).toMatchObject({ code: 'NOT_CONNECTED' });

    expect(await connections.add({ name: 'Talent (EU)', kind: 'talent', toolPrefix: 'acme_' })).toBe(true);
    expect(await connections.add({ name: 'Talent (EU)', kind: 'convo', toolPrefix: '' })).toBe(false);
    const token = await lab.keys.talent.issuePersonal({ userId: 'usr_zoe' });
    await accounts.connect({ connectionName: 'Talent (EU)', identifier: 'ada', token });
    await call();
    expect(await lab.changes()).toEqual({ lists: ['usr_zoe'], webhooks: [] });

    await connections.remove('Talent (EU)');
    expect(await lab.rejectionOf(call)).toMatchObject({ code: 'NOT_CONNECTED' });
    expect(await lab.changes()).toEqual({ lists: ['usr_zoe'], webhooks: [] });
  });

  it('are logged without the token', async () => {
    const token = await lab.keys.talent.issuePersonal({ userId: 'usr_ada' });
    await lab.accounts.connect({ connectionName: 'Talent', identifier: 'ada', token });
    await lab.accounts.connect({ connectionName: 'Convo', identifier: 'ada', token: 'tcg_convo_recognisable' });
    lab.lines.length = 0;
    const listing = { identifier: 'ada', signal: lab.signal };
    const outcomes = await Promise.allSettled([
      lab.call('Talent'),
      lab.call('Talent', { toolName: token }),
      lab.call('Talent', { input: { [token]: 1 } }),
      lab.call('Convo'),
      lab.platform.listTools({ connectionName: 'Talent', ...listing }),
      lab.platform.listTools({ connectionName: 'Convo', ...listing }),
    ]);
    const own = outcomes.filter((_, index) => index !== 1 && index !== 2);
    const shown = own.map((outcome) =>
      outcome.status === 'fulfilled'
        ? JSON.stringify(outcome.value)
        : JSON.stringify([outcome.reason, String(outcome.reason), outcome.reason.stack, outcome.reason.message]),
    );
    const rows = await db.selectFrom('connected_accounts').selectAll().execute();
    const stored = await db.selectFrom('service_keys').selectAll().execute();

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(JSON.stringify([shown, rows, stored])).not.toMatch(/tcg_/);
    const lines = lab.lines.filter((one) => !one.includes(`"tool":"${token}"`));
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/tcg_/);
  });
});
