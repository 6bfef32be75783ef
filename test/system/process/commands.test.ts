import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { acme, ada } from '../../platform/services/conversation/conversation-records.ts';
import { commandJson, runCli, runCommand } from '../../support/process/cli.ts';
import {
  cleanUp,
  makeDataFolder,
  makeFolder,
  refusedStart,
  startFault,
  startProgram,
} from '../../support/process/program.ts';
import { generatedKey, importRecords } from '../../support/process/command-records.ts';
import { timeLimit } from '../../support/time-limit.ts';

const listed = z.object({ keys: z.array(z.looseObject({ id: z.string() })) });

/** A platform for each test, on PostgreSQL if TEST_DATABASE_URL is set. */
const store = process.env['TEST_DATABASE_URL']
  ? { name: 'PostgreSQL', make: onPostgres }
  : {
      name: 'a data folder',
      make: async () => ({ environment: { DATA_DIR: await makeDataFolder() }, drop: async () => {} }),
    };

async function onPostgres() {
  const { url, remove } = await makeServerDatabase(process.env['TEST_DATABASE_URL'] ?? '');
  return { environment: { DATA_DIR: await makeFolder(), DATABASE_URL: url }, drop: remove };
}

describe.each([store])('commands on $name', { timeout: timeLimit(240) }, ({ make }) => {
  let environment: { DATA_DIR: string };
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ environment, drop } = await make());
    await importRecords(environment);
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
  });

  it('rejects invalid tokens, times and accounts without changing anything', async () => {
    expect(await connect('', 'talent', 'ada')).toEqual(
      refusal('Standard input does not contain a token: one line of 1 to 4096 visible ASCII characters.'),
    );
    expect(await connect('x', 'Talent', 'ada')).toEqual(
      refusal('No connection is named "Talent". Names must match exactly.'),
    );
    const past = await runCli(environment, ['accounts', 'connect', 'talent', 'ada', '--expires', '2020-01-01'], 'x');
    expect(past).toMatchObject({ code: 1, stdout: '' });
    expect(past.stderr).toContain('It must be in the future.');
    expect(await run('accounts', 'disconnect', 'talent', 'ada')).toEqual(
      refusal('"ada" has no account on "talent". Names must match exactly.'),
    );
    expect(await json('accounts', 'list')).toEqual({ accounts: [] });
  });

  it('encrypts tokens with a new vault key, and reports when that key is missing', async () => {
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
    const { code, stderr } = await refusedStart(other);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The token of 1 account is encrypted with a missing key. Set VAULT_KEY, [^\n]+\n$/);
    expect(await commandJson(other, ['accounts', 'list'])).toMatchObject({ accounts: [{ status: 'unreadable' }] });
    expect(await runCommand(other, ['accounts', 'disconnect', '--unreadable', '--yes', '1'])).toEqual(
      refusal(
        'None of the tokens (1) can be decrypted. Nothing was changed. Set VAULT_KEY, VAULT_PREVIOUS_KEYS and DATA_DIR ' +
          'to the values that the platform uses. If the keys are lost, disconnect each account by its connection ' +
          'and identifier.',
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

  it('takes effect at the next start, or immediately on a database server', async () => {
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
