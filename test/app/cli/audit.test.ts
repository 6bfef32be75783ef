import { userInfo } from 'node:os';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../../src/app/cli/command-line.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { storeUsers } from '../../../src/platform/services/talent/store/store-users.ts';
import { ada, storeTeams } from '../../platform/services/conversation/conversation-records.ts';
import { cleanUp, makeDataFolder } from '../../support/process/program.ts';
import { captureOutput } from './capture-output.ts';

const lineSchema = z.looseObject({ level: z.int(), msg: z.literal('audit') });

describe('the audit log of the command line', () => {
  let written: string[];
  const errors: string[] = [];
  const { env, exitCode } = process;

  beforeAll(async () => {
    process.env = { DATA_DIR: await makeDataFolder(), LOG_LEVEL: 'silent' };
    const { db, close } = await openDatabase(readConfig(process.env).database);
    await storeTeams(db);
    await storeUsers(db, [{ id: 'usr_ada', name: 'Ada', email: 'ada@talent.example' }]);
    await close();
  });
  beforeEach(() => {
    written = captureOutput();
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => errors.push(String(chunk)) > 0);
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.restoreAllMocks();
    errors.length = 0;
  });
  afterAll(async () => {
    process.env = env;
    process.exitCode = exitCode;
    await cleanUp();
  });

  /** The audit lines that a command wrote to standard error. */
  async function auditOf(...args: string[]) {
    errors.length = 0;
    await runCommandLine(args);
    return errors
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => {
        const { action, subject, actor } = lineSchema.parse(JSON.parse(line));
        expect(actor).toBe(userInfo().username);
        return { action, subject };
      });
  }

  it('has a line for every change, without secrets, at every log level', async () => {
    expect(await auditOf('connections', 'add', 'EU', '--kind', 'talent')).toEqual([
      { action: 'connection added', subject: { connection: 'EU', kind: 'talent', toolPrefix: 'talent_' } },
    ]);
    expect(await auditOf('connections', 'prefix', 'EU', 'eu_')).toEqual([
      { action: 'connection prefix changed', subject: { connection: 'EU', toolPrefix: 'eu_' } },
    ]);
    expect(await auditOf('clients', 'add', 'graph')).toEqual([
      { action: 'client added', subject: { clientId: expect.stringMatching(/^client_/), name: 'graph' } },
    ]);
    const secret = /PLATFORM_CLIENT_SECRET=(\S+)/.exec(written.join(''))?.[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);

    written.length = 0;
    expect(await auditOf('keys', 'generate', 'convo', '--user', ada)).toMatchObject([
      {
        action: 'key generated',
        subject: { service: 'convo', purpose: 'api_key', userId: ada, previousRevoked: false },
      },
    ]);
    expect(written).toEqual([expect.stringMatching(/^tcg_\S+\n$/)]);
    written.length = 0;
    expect(await auditOf('keys', 'generate', 'talent', '--user', 'usr_ada')).toEqual([
      { action: 'key generated', subject: { service: 'talent', purpose: 'personal', userId: 'usr_ada' } },
    ]);
    const key = written.join('').trim();

    Object.defineProperty(process, 'stdin', { configurable: true, value: new PassThrough().end(key) });
    expect(await auditOf('accounts', 'connect', 'EU', 'ada')).toEqual([
      { action: 'account connected', subject: { connection: 'EU', identifier: 'ada', status: 'active' } },
    ]);
    expect(errors.join('')).not.toContain(key);
    expect(await auditOf('accounts', 'rotate')).toEqual([
      { action: 'account tokens encrypted again', subject: { accounts: 1, webhookSecrets: 0, newKey: true } },
    ]);
    expect(await auditOf('accounts', 'disconnect', 'EU', 'ada')).toEqual([
      { action: 'account disconnected', subject: { connection: 'EU', identifier: 'ada' } },
    ]);
    expect(await auditOf('connections', 'remove', 'EU')).toEqual([
      { action: 'connection removed', subject: { connection: 'EU', accounts: 0 } },
    ]);
  });

  it('has a line when a key or a client is revoked', async () => {
    await auditOf('keys', 'list', '--json');
    const { keys } = z.object({ keys: z.array(z.looseObject({ id: z.string() })) }).parse(JSON.parse(written.join('')));
    const keyId = keys[0]?.id ?? '';
    expect(await auditOf('keys', 'revoke', keyId)).toEqual([{ action: 'key revoked', subject: { keyId } }]);

    written.length = 0;
    await auditOf('clients', 'list', '--json');
    const clientsSchema = z.object({ clients: z.array(z.looseObject({ clientId: z.string() })) });
    const clientId = clientsSchema.parse(JSON.parse(written.join(''))).clients[0]?.clientId ?? '';
    expect(await auditOf('clients', 'revoke', clientId)).toEqual([
      { action: 'client revoked', subject: { clientId, name: 'graph' } },
    ]);
  });

  it('has no line for a command that changes nothing', async () => {
    expect(await auditOf('clients', 'revoke', 'client_none')).toEqual([]);
    expect(await auditOf('connections', 'add', 'convo-eu', '--kind', 'convo')).toHaveLength(1);
    expect(await auditOf('connections', 'add', 'convo-eu', '--kind', 'convo')).toEqual([]);
    expect(await auditOf('accounts', 'list')).toEqual([]);
  });
});
