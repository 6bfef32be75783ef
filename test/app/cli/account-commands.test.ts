import { beforeEach, expect, it } from 'vitest';
import { disconnect, listAccounts } from '../../../src/app/cli/accounts.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { vaultOf } from '../../platform/platform-lab.ts';
import { databases } from '../../support/database/test-databases.ts';
import { describeOnEach } from '../../support/database/suite-database.ts';
import { useResource } from '../../support/resource.ts';

const keyOf = (text: string) => Buffer.alloc(32, text).toString('base64');
const now = () => new Date();

describeOnEach(databases(), 'the account commands', ({ open }) => {
  const opened = useResource(open);
  beforeEach(async () => {
    const { db } = opened;
    await db.deleteFrom('connected_accounts').execute();
    await createConnections(db).add({ name: 'talent', kind: 'talent', toolPrefix: 'talent_' });
    for (const identifier of ['ada', 'ben', 'cleo']) {
      const vault = vaultOf(identifier === 'cleo' ? 'here' : 'lost');
      await createAccounts({ db, vault, now }).connect({ connectionName: 'talent', identifier, token: 'token' });
    }
  });

  const disconnectUnreadable = (key: string, yes?: number) => {
    const config = readConfig({ DATA_DIR: 'memory', VAULT_KEY: keyOf(key) });
    const data = { config, db: opened.db, audit: () => {} };
    return disconnect(data, undefined, undefined, yes === undefined ? {} : { yes });
  };
  const identifiers = async () => {
    const rows = await opened.db.selectFrom('connected_accounts').select('identifier').orderBy('identifier').execute();
    return rows.map(({ identifier }) => identifier);
  };

  it.each([undefined, 1, 3])(
    'disconnect --unreadable removes nothing when --yes is %j and two accounts are unreadable',
    async (yes) => {
      await expect(disconnectUnreadable('here', yes)).rejects.toThrow(
        'Accounts whose tokens cannot be decrypted: 2. Nothing was changed. Use --yes 2 to remove them.',
      );
      expect(await identifiers()).toEqual(['ada', 'ben', 'cleo']);
    },
  );

  it('disconnect --unreadable removes nothing when no token can be decrypted', async () => {
    await expect(disconnectUnreadable('another', 3)).rejects.toThrow(
      'None of the tokens (3) can be decrypted. Nothing was changed. Set VAULT_KEY, VAULT_PREVIOUS_KEYS and DATA_DIR ' +
        'to the values that the platform uses. If the keys are lost, disconnect each account by its connection and identifier.',
    );
    expect(await identifiers()).toEqual(['ada', 'ben', 'cleo']);
  });

  it('disconnect --unreadable removes the confirmed number of accounts', async () => {
    const disconnected = ['ada', 'ben'].map((identifier) => ({ connection: 'talent', identifier }));
    expect((await disconnectUnreadable('here', 2)).record).toEqual({ disconnected });

    expect(await identifiers()).toEqual(['cleo']);
  });

  it('list shows an account as refused only if the service does not know its token', async () => {
    const config = readConfig({ DATA_DIR: 'memory', VAULT_KEY: keyOf('here') });
    const list = (db: Db) => listAccounts({ config, db, audit: () => {} });
    const { text } = await list(opened.db);
    expect(text).toMatch(/cleo +refused/);
    const broken = opened.db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('service_keys')) throw new Error('broken');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(list(broken)).rejects.toThrow('A read shared by several calls failed.');
  });
});
