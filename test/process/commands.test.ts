import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { createConnections } from '../../src/platform/accounts/connections.ts';
import { makeServerDatabase } from '../support/database/server-database.ts';
import { acme, ada, ben } from '../platform/services/conversation/conversation-records.ts';
import { commandJson, runCli, runCommand } from './cli.ts';
import { cleanUp, makeDataFolder, makeFolder, refusedStart, spawnProgram, startProgram } from './program.ts';

const generated = z.object({ key: z.string(), accountsToReconnect: z.array(z.unknown()).optional() });
const listed = z.object({ keys: z.array(z.looseObject({ id: z.string() })) });

const records = [
  { kind: 'organization', id: acme, name: 'Acme' },
  { kind: 'convo_user', id: ada, organization_id: acme, name: 'Ada', email: 'ada@acme.example', role: 'Owner' },
  { kind: 'convo_user', id: ben, organization_id: acme, name: 'Ben', email: 'ben@acme.example', role: 'Member' },
  { kind: 'user', id: 'usr_ada', name: 'Ada', email: 'ada@talent.example' },
];

/** Where the commands find a platform of their own: PostgreSQL when TEST_DATABASE_URL names one. */
const place = process.env['TEST_DATABASE_URL']
  ? { name: 'PostgreSQL', make: onPostgres }
  : {
      name: 'a data folder',
      make: async () => ({ environment: { DATA_DIR: await makeDataFolder() }, drop: async () => {} }),
    };

async function onPostgres() {
  const { url, remove } = await makeServerDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  return { environment: { DATA_DIR: await makeFolder(), DATABASE_URL: url }, drop: remove };
}

describe.each([place])('the commands on $name', { timeout: 240_000 }, ({ make }) => {
  let environment: { DATA_DIR: string };
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ environment, drop } = await make());
    const file = join(environment.DATA_DIR, 'records.ndjson');
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(await runCommand(environment, ['import', file])).toMatchObject({ code: 0 });
    const { db, close } = await openDatabase(readConfig(environment).database);
    for (const kind of ['talent', 'convo'] as const)
      await createConnections(db).add({ name: kind, kind, toolPrefix: `${kind}_` });
    await close();
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

  it('add, show and take away connections', async () => {
    expect(await run('connections', 'add', 'Talent (EU)', '--kind', 'talent', '--prefix', 'acme_')).toEqual({
      code: 0,
      stdout: 'The connection "Talent (EU)" leads to talent.\n',
      stderr: '',
    });
    expect(await run('connections', 'add', 'Talent (EU)', '--kind', 'convo')).toEqual(
      refusal('There is a connection named "Talent (EU)" already.'),
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
      refusal('1 account is connected on "Talent (EU)"; --with-accounts takes them away too.'),
    );
    expect(await run('connections', 'remove', 'talent')).toEqual(
      refusal('"talent" is the connection of TALENT_CONNECTION, which would bring it back.'),
    );
    expect(await run('connections', 'remove', 'Talent')).toEqual(
      refusal('There is no connection named "Talent"; the name must match exactly.'),
    );
    expect(await json('connections', 'remove', 'Talent (EU)', '--with-accounts')).toEqual({
      removed: 'Talent (EU)',
      accounts: 1,
    });
    expect(await json('connections', 'prefix', 'convo', 'meetings_')).toEqual({
      connection: { name: 'convo', toolPrefix: 'meetings_' },
    });
    // Commands leave alone what they are not asked to change, whatever their own environment says.
    const others = { ...environment, TALENT_TOOL_PREFIX: 'other_', CONVO_CONNECTION: 'stray' };
    expect(await commandJson(others, ['connections', 'list'])).toEqual({
      connections: [
        { name: 'convo', kind: 'convo', toolPrefix: 'meetings_', accounts: 0 },
        { name: 'talent', kind: 'talent', toolPrefix: 'talent_', accounts: 0 },
      ],
    });
  });

  it('generate keys, connect accounts with them, and tell whom a new key leaves behind', async () => {
    expect(await run('keys', 'generate', 'convo', '--user', 'ben@acme.example')).toEqual(
      refusal('Only an Admin or Owner may generate the API key; "ben@acme.example" has the role "Member".'),
    );
    expect(await run('keys', 'generate', 'convo', '--user', 'nobody@acme.example')).toEqual(
      refusal('There is no user with the id or address "nobody@acme.example" in this service.'),
    );
    expect(await json('keys', 'list')).toEqual({ keys: [] });

    const first = generated.parse(await json('keys', 'generate', 'convo', '--user', 'ADA@acme.example'));
    const file = join(environment.DATA_DIR, 'token');
    await writeFile(file, `${first.key}\n`);
    expect(await run('accounts', 'connect', 'convo', 'ada', '--token-file', file)).toEqual({
      code: 0,
      stdout: 'The account of "ada" on "convo" is connected.\n',
      stderr: '',
    });
    const human = await run('keys', 'generate', 'convo', '--user', ada);
    expect(human.stdout).toMatch(/^tcg_convo_[0-9a-f]{64}\n$/);
    const key = human.stdout.trim();
    expect(human.stderr.split('\n')).toEqual([
      'It is the API key of the organization, and not shown again.',
      'The previous key is invalid.',
      '1 connected account used it and must be connected again, with the new key in a file:',
      '  npm run cli -- accounts connect convo ada --token-file <file>',
      '',
    ]);
    expect(await json('accounts', 'list')).toMatchObject({
      accounts: [{ connection: 'convo', identifier: 'ada', status: 'refused', expiresAt: null }],
    });
    expect(await connect(first.key, 'convo', 'ada')).toEqual(
      refusal('The service does not know this token, or it was revoked or has expired; nothing was changed.'),
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
    expect(await run('keys', 'revoke', id)).toEqual(refusal(`Revoked already is the key "${id}".`));
    expect(await run('keys', 'revoke', 'none')).toEqual(refusal('There is no key with the id "none".'));
  });

  it('refuse what is no token, no time and no account, and change nothing', async () => {
    expect(await connect('', 'talent', 'ada')).toEqual(
      refusal('The standard input holds no token: one line of 1 to 4096 visible ASCII characters.'),
    );
    expect(await connect('x', 'Talent', 'ada')).toEqual(
      refusal('There is no connection named "Talent"; the name must match exactly.'),
    );
    const past = await runCli(environment, ['accounts', 'connect', 'talent', 'ada', '--expires', '2020-01-01'], 'x');
    expect(past).toMatchObject({ code: 1, stdout: '' });
    expect(past.stderr).toContain('It must be in the future.');
    expect(await run('accounts', 'disconnect', 'talent', 'ada')).toEqual(
      refusal('There is no account of "ada" on "talent"; both must match exactly.'),
    );
    expect(await json('accounts', 'list')).toEqual({ accounts: [] });
  });

  it('give the tokens a new key, which a start does not miss, and say so when it is lost', async () => {
    const { key } = generated.parse(await json('keys', 'generate', 'talent', '--user', 'usr_ada'));
    expect(await connect(key, 'talent', 'ada')).toMatchObject({ code: 0 });
    expect(await json('accounts', 'rotate')).toEqual({ encrypted: 1, madeKey: true, unreadable: [] });
    expect(await json('accounts', 'list')).toMatchObject({ accounts: [{ identifier: 'ada', status: 'active' }] });

    const file = join(environment.DATA_DIR, 'vault-keys');
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(2);
    await chmod(file, 0o644);
    expect(await refusedStart(environment)).toEqual(
      refusal(`${file} may be read by others than its owner; run chmod 600 ${file} and start again.`),
    );
    const other = { ...environment, VAULT_KEY: Buffer.alloc(32, 'other').toString('base64') };
    const { code, stderr } = await refusedStart(other);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The token of 1 account is encrypted with a key that is not here. Set VAULT_KEY, [^\n]+\n$/,
    );
    expect(await commandJson(other, ['accounts', 'list'])).toMatchObject({ accounts: [{ status: 'unreadable' }] });
    expect(await runCommand(other, ['accounts', 'disconnect', '--unreadable', '--yes', '1'])).toEqual(
      refusal(
        'No token can be read with the keys that are here, 1 in all; nothing was changed. Set ' +
          'VAULT_KEY, VAULT_PREVIOUS_KEYS and DATA_DIR as for the platform. Where the keys are lost, name the ' +
          'connection and the identifier of each account.',
      ),
    );
    expect(await commandJson(other, ['accounts', 'disconnect', 'talent', 'ada'])).toEqual({
      disconnected: [{ connection: 'talent', identifier: 'ada' }],
    });
    const program = await startProgram(other);
    expect((await program.ask('{ connectors { status } }')).data).toEqual({
      connectors: [{ status: 'ACTIVE' }, { status: 'ACTIVE' }],
    });
  });

  it('count at the next start, and at once where the database is a server', async () => {
    const isServer = 'DATABASE_URL' in environment;
    let program = await startProgram(environment);
    const between = async (command: () => Promise<unknown>) => {
      if (!isServer) await program.end('SIGTERM');
      const outcome = await command();
      if (!isServer) program = await startProgram(environment);
      return outcome;
    };
    const statuses = async () => (await program.ask('{ connectors { kind status } }')).data;
    const both = (talent: string, convo: string) => ({
      connectors: [
        { kind: 'TALENT', status: talent },
        { kind: 'CONVO', status: convo },
      ],
    });
    expect(await statuses()).toEqual(both('ACTIVE', 'ACTIVE'));

    await between(() => json('accounts', 'connect', 'talent', 'demo', '--pending'));
    expect(await statuses()).toEqual(both('PENDING_AUTH', 'ACTIVE'));

    const { keys } = listed.parse(await between(() => json('keys', 'list')));
    const id = keys.find(({ service }) => service === 'convo')?.id ?? '';
    await between(() => json('keys', 'revoke', id));
    expect(await statuses()).toEqual(both('PENDING_AUTH', 'EXPIRED'));
  });
});

describe('the commands', { timeout: 120_000 }, () => {
  afterEach(cleanUp);

  it('end with 1 when nobody takes the answer, which a key may be in', async () => {
    const child = spawnProgram({ DATA_DIR: await makeDataFolder() }, { args: ['clients', 'add', 'graph'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'The command was carried out, but its answer could not be written: write EPIPE. A key or secret in it is lost.\n',
    });
  });

  it('find in a data folder what others have left there', async () => {
    const environment = { DATA_DIR: await makeDataFolder() };
    const file = join(environment.DATA_DIR, 'records.ndjson');
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await runCommand(environment, ['import', file]);
    await runCommand(environment, ['connections', 'add', 'convo', '--kind', 'convo', '--prefix', 'convo_']);
    const { key } = generated.parse(
      await commandJson(environment, ['keys', 'generate', 'convo', '--user', 'ada@acme.example']),
    );

    // A process of its own, which reads the key from a pipe.
    expect(await runCli(environment, ['accounts', 'connect', 'convo', 'ada'], key)).toMatchObject({ code: 0 });
    expect(await commandJson(environment, ['accounts', 'list'])).toMatchObject({
      accounts: [{ connection: 'convo', identifier: 'ada', status: 'active' }],
    });
  });

  it('refuse a platform that keeps nothing, or is elsewhere', async () => {
    expect(await runCommand({ DATA_DIR: 'memory' }, ['accounts', 'list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATA_DIR is memory, which keeps nothing; set it to a folder, or set DATABASE_URL.\n',
    });
    const remote = { PLATFORM_URL: 'https://platform.example', PLATFORM_CLIENT_ID: 'x', PLATFORM_CLIENT_SECRET: 'y' };
    expect(await runCommand(remote, ['keys', 'list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PLATFORM_URL is set: run this where the platform itself runs.\n',
    });
  });
});
