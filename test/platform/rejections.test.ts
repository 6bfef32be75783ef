import { beforeEach, expect, it } from 'vitest';
import { describeEmbedded } from '../support/database/suite-database.ts';
import { openPlatformLab, type PlatformLab } from './platform-lab.ts';

describeEmbedded('rejected calls', (opened) => {
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
    ['an unknown tool', { toolName: 'talent_lists_erase' }, 'NOT_SUPPORTED'],
    ['a tool without its prefix', { toolName: 'lists_create' }, 'NOT_SUPPORTED'],
    ['a tool of the other service', { toolName: 'talent_webhook_create' }, 'NOT_SUPPORTED'],
    ['a name that every object has', { toolName: 'talent_constructor' }, 'NOT_SUPPORTED'],
    ['an extra parameter', { input: { name: 'x', userId: 'usr_zoe' } }, 'BAD_USER_INPUT'],
    ['no parameters', { input: undefined }, 'BAD_USER_INPUT'],
  ])('are logged for %s', async (_what, request, code) => {
    const refusal = await lab.rejectionOf(() => lab.call('Talent', request));

    expect(refusal.code).toBe(code);
    expect(refusal.logged).toEqual([line({ connection: 'Talent', identifier: 'ada', code })]);
    expect(await lab.changes()).toEqual(nothing);
  });

  it('are logged without the input of the tool', async () => {
    await lab.rejectionOf(() =>
      lab.call('Talent', { input: { name: 'x', 'secret of a caller': 'value of a caller' } }),
    );

    expect(lab.lines.join()).not.toMatch(/of a caller/);
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
