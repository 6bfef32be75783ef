import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { acme, ada, ben } from '../../platform/services/conversation/conversation-records.ts';
import { commandJson, runCli, runCommand, takeAudit } from '../../support/process/cli.ts';
import { cleanUp, makeFolder, startFault, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const generatedKey = z.object({ key: z.string() });

const records = [
  { kind: 'organization', id: acme, name: 'Acme' },
  { kind: 'convo_user', id: ada, organization_id: acme, name: 'Ada', email: 'ada@acme.example', role: 'Owner' },
  { kind: 'convo_user', id: ben, organization_id: acme, name: 'Ben', email: 'ben@acme.example', role: 'Member' },
  { kind: 'user', id: 'usr_ada', name: 'Ada', email: 'ada@talent.example' },
];

const listed = z.object({ keys: z.array(z.looseObject({ id: z.string() })) });

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

describe.skipIf(serverUrl === '')('commands', { timeout: timeLimit(240) }, () => {
  let environment: { DATA_DIR: string; DATABASE_URL: string };
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await makeServerDatabase(serverUrl);
    drop = database.remove;
    environment = { DATA_DIR: await makeFolder(), DATABASE_URL: database.url };
    const file = join(environment.DATA_DIR, 'records.ndjson');
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(await run('import', file)).toMatchObject({ code: 0 });
    for (const kind of ['talent', 'convo']) await run('connections', 'add', kind, '--kind', kind);
    takeAudit();
  });
  afterEach(async () => {
    await cleanUp();
    await drop();
  });

  const run = (...args: string[]) => runCommand(environment, args);
  const json = (...args: string[]) => commandJson(environment, args);
  const refusal = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` });
  const connect = (token: string, ...args: string[]) =>
    runCommand(environment, ['accounts', 'connect', ...args], token);

  it('adds, lists and removes connections', async () => {
    expect(await run('connections', 'add', 'Talent (EU)', '--kind', 'talent', '--prefix', 'acme_')).toEqual({
      code: 0,
      stdout: 'Added the connection "Talent (EU)" to talent.\n',
      stderr: '',
    });
    expect(await run('connections', 'add', 'Talent (EU)', '--kind', 'convo')).toEqual(
      refusal('A connection named "Talent (EU)" already exists.'),
    );
    expect(await run('accounts', 'connect', 'Talent (EU)', 'ada', '--pending')).toMatchObject({ code: 0 });
    expect(await run('connections', 'list')).toEqual({
      code: 0,
      stdout: [
        'NAME         KIND    TOOL PREFIX  ACCOUNTS',
        'Talent (EU)  talent  acme_        1',
        'convo        convo   convo_       0',
        'talent       talent  talent_      0',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await run('connections', 'remove', 'Talent (EU)')).toEqual(
      refusal('"Talent (EU)" has 1 account. Use --with-accounts to remove its accounts as well.'),
    );
    expect(await run('connections', 'remove', 'talent')).toEqual(
      refusal('TALENT_CONNECTION names "talent", so the next start would add it again.'),
    );
    expect(await run('connections', 'remove', 'Talent')).toEqual(
      refusal('No connection is named "Talent". Names must match exactly.'),
    );
    expect(await json('connections', 'remove', 'Talent (EU)', '--with-accounts')).toEqual({
      removed: 'Talent (EU)',
      accounts: 1,
    });
    expect(await json('connections', 'prefix', 'convo', 'meetings_')).toEqual({
      connection: { name: 'convo', toolPrefix: 'meetings_' },
    });
    // Other values of environment variables must not make a command change more than requested.
    const others = { ...environment, TALENT_TOOL_PREFIX: 'other_', CONVO_CONNECTION: 'stray' };
    expect(await commandJson(others, ['connections', 'list'])).toEqual({
      connections: [
        { name: 'convo', kind: 'convo', toolPrefix: 'meetings_', accounts: 0 },
        { name: 'talent', kind: 'talent', toolPrefix: 'talent_', accounts: 0 },
      ],
    });
    const connection = 'Talent (EU)';
    expect(takeAudit()).toEqual([
      ['connection added', { connection, kind: 'talent', toolPrefix: 'acme_' }],
      ['account connected', { connection, identifier: 'ada', status: 'pending' }],
      ['connection removed', { connection, accounts: 1 }],
      ['connection prefix changed', { connection: 'convo', toolPrefix: 'meetings_' }],
    ]);
  });

  it('adds, lists and revokes clients, and shows their secret once', async () => {
    const { stdout, stderr } = await run('clients', 'add', 'graph');
    expect(stderr).toBe('Added the client "graph". Its secret will not be shown again.\n');
    const [, clientId = '', secret = ''] =
      /^PLATFORM_CLIENT_ID=(client_\w+)\nPLATFORM_CLIENT_SECRET=(tcg_client_\w{64})\n$/.exec(stdout) ?? [];
    const client = { clientId, name: 'graph', createdAt: expect.any(String) };
    const list = await json('clients', 'list');
    expect(list).toEqual({ clients: [{ ...client, status: 'active', revokedAt: null }] });
    expect((await run('clients', 'list')).stdout).toContain(`\n${clientId}  graph  active  `);
    expect(await json('clients', 'revoke', clientId)).toEqual({
      client: { ...client, status: 'revoked', revokedAt: expect.any(String) },
    });
    expect(await run('clients', 'revoke', 'none')).toEqual(refusal('No client has the id "none".'));
    const audit = takeAudit();
    expect(audit).toEqual([
      ['client added', { clientId, name: 'graph' }],
      ['client revoked', { clientId, name: 'graph' }],
    ]);
    expect(JSON.stringify([list, audit])).not.toContain(secret);
  });

  it('generates keys, connects accounts and lists the accounts of a replaced key', async () => {
    expect(await run('keys', 'generate', 'convo', '--user', 'ben@acme.example')).toEqual(
      refusal('Only an Admin or Owner can generate the API key. "ben@acme.example" has the role "Member".'),
    );
    expect(await run('keys', 'generate', 'convo', '--user', 'unknown@acme.example')).toEqual(
      refusal('No user of this service has the id or address "unknown@acme.example".'),
    );
    expect(await json('keys', 'list')).toEqual({ keys: [] });

    const first = generatedKey.parse(await json('keys', 'generate', 'convo', '--user', 'ADA@acme.example'));
    const file = join(environment.DATA_DIR, 'token');
    await writeFile(file, `${first.key}\n`);
    expect(await run('accounts', 'connect', 'convo', 'ada', '--token-file', file)).toEqual({
      code: 0,
      stdout: 'Connected "ada" to "convo".\n',
      stderr: '',
    });
    const human = await run('keys', 'generate', 'convo', '--user', ada);
    expect(human.stdout).toMatch(/^tcg_convo_[0-9a-f]{64}\n$/);
    const key = human.stdout.trim();
    expect(human.stderr.split('\n')).toEqual([
      'This API key of the organization will not be shown again.',
      'The previous key no longer works.',
      '1 account used it. Write the new key to a file, then run:',
      '  npm run cli -- accounts connect convo ada --token-file <file>',
      '',
    ]);
    expect(await json('accounts', 'list')).toMatchObject({
      accounts: [{ connection: 'convo', identifier: 'ada', status: 'refused', expiresAt: null }],
    });
    expect(await connect(first.key, 'convo', 'ada')).toEqual(
      refusal('The token is unknown, revoked or expired. Nothing was changed.'),
    );
    expect(await connect(`${key}\n`, 'convo', 'ada', '--expires', '2999-01-01')).toMatchObject({ code: 0 });
    const list = await run('accounts', 'list');
    expect(list.stdout).toBe(
      'CONNECTION  IDENTIFIER  STATUS  EXPIRES\nconvo       ada         active  2999-01-01T00:00:00.000Z\n',
    );

    const { keys } = listed.parse(await json('keys', 'list'));
    expect(keys).toMatchObject([
      { service: 'convo', purpose: 'api_key', userId: ada, organizationId: acme, status: 'revoked' },
      { service: 'convo', purpose: 'api_key', userId: ada, organizationId: acme, status: 'active' },
    ]);
    const id = keys[1]?.id ?? '';
    expect(await json('keys', 'revoke', id)).toEqual({
      revoked: id,
      accountsToReconnect: [{ connection: 'convo', identifier: 'ada' }],
    });
    expect(await run('keys', 'revoke', id)).toEqual(refusal(`The key "${id}" is already revoked.`));
    expect(await run('keys', 'revoke', 'none')).toEqual(refusal('No key has the id "none".'));

    const generated = { service: 'convo', purpose: 'api_key', userId: ada, organizationId: acme };
    const connected = ['account connected', { connection: 'convo', identifier: 'ada', status: 'active' }];
    const audit = takeAudit();
    expect(audit).toEqual([
      ['key generated', { ...generated, previousRevoked: false }],
      connected,
      ['key generated', { ...generated, previousRevoked: true }],
      connected,
      ['key revoked', { keyId: id }],
    ]);
    expect(JSON.stringify(audit)).not.toContain('tcg_');
  });

  it('rejects invalid tokens, times and accounts without changing anything', async () => {
    expect(await connect('', 'talent', 'ada')).toEqual(
      refusal('Standard input does not contain a token: one line of 1 to 4096 visible ASCII characters.'),
    );
    expect(await connect('x', 'Talent', 'ada')).toEqual(
      refusal('No connection is named "Talent". Names must match exactly.'),
    );
    expect(await connect('x', 'talent', 'ada', '--expires', '2020-01-01')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('It must be in the future.'),
    });
    expect(await run('accounts', 'disconnect', 'talent', 'ada')).toEqual(
      refusal('"ada" has no account on "talent". Names must match exactly.'),
    );
    expect(await json('accounts', 'list')).toEqual({ accounts: [] });
    expect(takeAudit()).toEqual([]);
  });

  it('encrypts tokens with a new vault key, and reports when others can read the key or it is missing', async () => {
    const { key } = generatedKey.parse(await json('keys', 'generate', 'talent', '--user', 'usr_ada'));
    expect(await connect(key, 'talent', 'ada')).toMatchObject({ code: 0 });
    expect(await json('accounts', 'rotate')).toEqual({
      encrypted: 1,
      madeKey: true,
      unreadable: [],
      webhooks: { encrypted: 0, unreadable: [] },
    });
    expect(await json('accounts', 'list')).toMatchObject({ accounts: [{ identifier: 'ada', status: 'active' }] });

    const file = join(environment.DATA_DIR, 'vault-keys');
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
    await chmod(file, 0o644);
    expect(await startFault(environment)).toBe(`Other users can read ${file}; run chmod 600 ${file} and start again.`);
    const other = { ...environment, VAULT_KEY: Buffer.alloc(32, 'other').toString('base64') };
    expect(await startFault(other)).toMatch(
      /^The token of 1 account is encrypted with a missing key\. Set VAULT_KEY, [^\n]+$/,
    );
    expect(await commandJson(other, ['accounts', 'list'])).toMatchObject({ accounts: [{ status: 'unreadable' }] });
    expect(await commandJson(other, ['accounts', 'disconnect', 'talent', 'ada'])).toEqual({
      disconnected: [{ connection: 'talent', identifier: 'ada' }],
    });
    expect(takeAudit()).toEqual([
      ['key generated', { service: 'talent', purpose: 'personal', userId: 'usr_ada' }],
      ['account connected', { connection: 'talent', identifier: 'ada', status: 'active' }],
      ['account tokens encrypted again', { accounts: 1, webhookSecrets: 0, newKey: true }],
      ['account disconnected', { connection: 'talent', identifier: 'ada' }],
    ]);
  });

  it('takes effect on a running server at once', async () => {
    const program = await startProgram(environment);
    const statuses = async () => (await program.ask('{ connectors { kind status } }')).data;
    const both = (talent: string, convo: string) => ({
      connectors: [
        { kind: 'TALENT', status: talent },
        { kind: 'CONVO', status: convo },
      ],
    });
    expect(await statuses()).toEqual(both('ACTIVE', 'ACTIVE'));
    const { keys } = listed.parse(await json('keys', 'list'));
    const id = keys.find(({ service }) => service === 'convo')?.id ?? '';
    expect(await runCli(environment, ['keys', 'revoke', id])).toMatchObject({ code: 0, stderr: '' });
    await json('accounts', 'connect', 'talent', 'demo', '--pending');
    expect(await statuses()).toEqual(both('PENDING_AUTH', 'EXPIRED'));
  });

  it('refuses to run in memory, against a remote platform, or without stored records', async () => {
    expect(await runCommand({ DATA_DIR: 'memory' }, ['accounts', 'list'])).toEqual(
      refusal('DATA_DIR is memory, so there is no stored data. Set it to a folder, or set DATABASE_URL.'),
    );
    const remote = {
      PLATFORM_URL: 'https://platform.example',
      PLATFORM_CLIENT_ID: 'x',
      PLATFORM_CLIENT_SECRET: 'y'.repeat(16),
    };
    expect(await runCommand(remote, ['keys', 'list'])).toEqual(
      refusal('PLATFORM_URL is set. Run this command on the platform itself.'),
    );
    const folder = await makeFolder();
    const emit = ['events', 'emit', 'conversation_processed', '--activity', 'x'];
    expect(await runCommand({ DATA_DIR: folder }, emit)).toEqual(
      refusal(`The data folder ${folder} has no database yet. Start the server or import files first.`),
    );
    expect(existsSync(join(folder, 'database'))).toBe(false);
    expect(await runCommand({ DATA_DIR: folder }, ['accounts', 'connect', 'talent', 'ada'])).toEqual(
      refusal(
        'No connection is named "talent". No connections exist yet: start the server once, or run connections add.',
      ),
    );
  });
});
