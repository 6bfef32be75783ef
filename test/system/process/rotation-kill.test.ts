// @module-tag never-excused
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { openCheckedVault } from '../../../src/platform/accounts/open-vault.ts';
import { commandJson } from '../../support/process/cli.ts';
import { cleanUp, makeDataFolder, spawnProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const count = 100;

/** Ends the process without warning when it has re-encrypted half of the tokens. */
const killHalfway = `
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  const { createCipheriv } = crypto;
  let count = 0;
  crypto.createCipheriv = (...args) => {
    count += 1;
    if (count > ${count / 2}) process.kill(process.pid, 'SIGKILL');
    return createCipheriv(...args);
  };
  syncBuiltinESMExports();`;

describe('a vault rotation whose process is killed', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  it('loses no token and is completed by the next rotation', async () => {
    const dataDir = await makeDataFolder();
    const settings = { previousKeys: [], file: join(dataDir, 'vault-keys') };
    const now = () => new Date();
    const withAccounts = async <Result>(work: (accounts: ReturnType<typeof createAccounts>) => Promise<Result>) => {
      const { db, close } = await openDatabase({ dataDir });
      await createConnections(db).add({ name: 'talent', kind: 'talent', toolPrefix: 'talent_' });
      const result = await work(createAccounts({ db, vault: await openCheckedVault({ vault: settings }, db), now }));
      await close();
      return result;
    };
    const tokens = () =>
      withAccounts(async (accounts) =>
        (await accounts.list()).flatMap(({ account }) => (account.state === 'ready' ? account.token : [])).toSorted(),
      );
    await withAccounts(async (accounts) => {
      for (let index = 0; index < count; index += 1) {
        const identifier = `user ${index}`;
        await accounts.connect({ connectionName: 'talent', identifier, token: `token ${index}` });
      }
    });
    const before = await tokens();
    expect(before).toHaveLength(count);

    const [key] = (await readFile(settings.file, 'utf8')).split('\n');
    const killed = spawnProgram(
      { DATA_DIR: dataDir, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killHalfway)}` },
      { args: ['accounts', 'rotate'] },
    );
    expect(await once(killed, 'close')).toEqual([null, 'SIGKILL']);

    expect(await tokens()).toEqual(before);
    // Two keys and unchanged tokens show that the process was killed during re-encryption.
    expect((await readFile(settings.file, 'utf8')).trim().split('\n')).toEqual([expect.any(String), key]);
    expect(await commandJson({ DATA_DIR: dataDir }, ['accounts', 'rotate'])).toEqual({
      encrypted: count,
      madeKey: false,
      unreadable: [],
      webhooks: { encrypted: 0, unreadable: [] },
    });
    expect(await tokens()).toEqual(before);
  });
});
