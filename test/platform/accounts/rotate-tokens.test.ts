import { readdir, readFile, rm } from 'node:fs/promises';
import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { openCheckedVault, openVault } from '../../../src/platform/accounts/open-vault.ts';
import { rotateTokens } from '../../../src/platform/accounts/rotate-tokens.ts';
import type { Vault } from '../../../src/platform/accounts/vault.ts';
import { makeVaultKeyFile } from '../../../src/platform/accounts/vault-key-file.ts';
import { describeOnDatabases } from '../../support/database/suite-database.ts';
import { createFolder } from '../../support/folder.ts';
import { useFreshResource } from '../../support/resource.ts';
import { openPlatformLab, type PlatformLab } from '../platform-lab.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';

/** What a rotation reports for `webhooks` if no webhook has a secret. */
const none = { encrypted: 0, unreadable: [] };

describeOnDatabases('a new vault key', (opened) => {
  const { db } = opened;
  const folder = useFreshResource(createFolder);
  let settings: { previousKeys: Buffer[]; file: string };
  let vault: Vault;
  let lab: PlatformLab;
  beforeEach(async () => {
    settings = { previousKeys: [], file: folder.file('vault-keys') };
    await makeVaultKeyFile(settings.file);
    vault = await openVault(settings);
    lab = await openPlatformLab(opened, { vault });
    await lab.accounts.connect({ connectionName: 'Talent', identifier: 'waiting' });
  });

  const keyCount = async () => (await readFile(settings.file, 'utf8')).trim().split('\n').length;
  const rows = () =>
    db
      .selectFrom('connected_accounts')
      .select(['connection_name', 'identifier', 'token_key_id', 'sealed_token'])
      .orderBy('connection_name')
      .orderBy('identifier')
      .execute();
  const keyIds = async () => [...new Set((await rows()).flatMap((row) => row.token_key_id ?? []))];
  const tokens = async () => {
    const listed = await createAccounts({ db, vault: await openVault(settings), now: lab.now }).list();
    return listed.map(({ connectionName, identifier, account }) => [
      connectionName,
      identifier,
      account.state === 'ready' ? account.token : account.state,
    ]);
  };

  it('encrypts every token again while a running platform still reads them', async () => {
    const before = { tokens: await tokens(), rows: await rows() };
    expect(await rotateTokens(db, settings)).toEqual({ encrypted: 4, madeKey: true, unreadable: [], webhooks: none });

    expect(await tokens()).toEqual(before.tokens);
    expect(await keyIds()).toEqual([(await openVault(settings)).currentKeyId()]);
    const sealedBefore = new Set(before.rows.map((row) => row.sealed_token));
    expect((await rows()).filter((row) => row.sealed_token !== null && sealedBefore.has(row.sealed_token))).toEqual([]);
    await lab.call('Talent');
    await lab.call('Convo', { identifier: 'zoe' });
    expect((await lab.changes()).lists).toEqual(['usr_ada']);
  });

  it('loses no token when the rotation is interrupted, and is completed by the next one', async () => {
    const before = await tokens();
    await expect(rotateTokens(db.withPlugin(failingAt(3)), settings)).rejects.toThrow('interrupted');

    expect(await tokens()).toEqual(before);
    expect([await keyCount(), (await keyIds()).length]).toEqual([2, 2]);
    await lab.call('Talent');
    const rest = { encrypted: 2, madeKey: false, unreadable: [], webhooks: none };
    expect(await rotateTokens(db, settings)).toEqual(rest);
    expect(await tokens()).toEqual(before);
    expect([await keyCount(), (await keyIds()).length]).toEqual([2, 1]);
  });

  it('loses no token and no key in concurrent rotations, each of which locks the accounts', async () => {
    const before = await tokens();
    const rotations = await Promise.all(Array.from({ length: 6 }, () => rotateTokens(db, settings)));

    expect(await tokens()).toEqual(before);
    expect(await keyCount()).toBe(1 + rotations.filter(({ madeKey }) => madeKey).length);
    const statements: string[] = [];
    await rotateTokens(db.withPlugin(seeing((statement) => void statements.push(statement))), settings);
    expect(statements[0]).toBe('lock table connected_accounts in exclusive mode');
  });

  it('does not overwrite a token that is connected meanwhile', async () => {
    const owner = { connectionName: 'Talent', identifier: 'ada' };
    const isRead = new Set<string>();
    const connecting: KyselyPlugin = {
      ...seeing((statement) => void isRead.add(statement.slice(0, 12))),
      async transformResult({ result }) {
        if (isRead.delete('select array')) await lab.accounts.connect({ ...owner, token: 'new' });
        return result;
      },
    };

    expect(await rotateTokens(db.withPlugin(connecting), settings)).toMatchObject({ encrypted: 3 });
    expect(await tokens()).toContainEqual(['Talent', 'ada', 'new']);
  });

  it('uses VAULT_KEY if the earlier key is among VAULT_PREVIOUS_KEYS', async () => {
    const before = await tokens();
    const old = Buffer.from((await readFile(settings.file, 'utf8')).trim(), 'base64');
    const key = Buffer.alloc(32, 'new');

    await expect(rotateTokens(db, { ...settings, key })).rejects.toThrow(/^The tokens of 4 accounts .* VAULT_KEY/);
    expect(await tokens()).toEqual(before);
    const given = { ...settings, key, previousKeys: [old] };
    expect(await rotateTokens(db, given)).toEqual({ encrypted: 4, madeKey: false, unreadable: [], webhooks: none });
    await openCheckedVault({ vault: { ...settings, key } }, db);
    expect(await rotateTokens(db, given)).toEqual({ encrypted: 0, madeKey: false, unreadable: [], webhooks: none });
    settings = { ...settings, ...given };
    expect(await tokens()).toEqual(before);
  });

  it('encrypts the secrets of webhooks again, also those that only sign for a while', async () => {
    await lab.call('Convo');
    const [webhook] = await db.selectFrom('convo_webhooks').selectAll().execute();
    const owner = { webhookId: webhook?.id ?? '' };
    const secret = vault.seal('whsec_new', owner);
    const previous = vault.seal('whsec_old', owner);
    await db
      .updateTable('convo_webhooks')
      .set({ secret_key_id: secret.keyId, sealed_secret: secret.sealed })
      .set({ previous_secret_key_id: previous.keyId, previous_sealed_secret: previous.sealed })
      .execute();

    const webhooks = { encrypted: 2, unreadable: [] };
    expect(await rotateTokens(db, settings)).toMatchObject({ encrypted: 4, webhooks });
    const rotated = await openVault(settings);
    const [row] = await db.selectFrom('convo_webhooks').selectAll().execute();
    const secrets = [
      { keyId: row?.secret_key_id ?? '', sealed: row?.sealed_secret ?? '' },
      { keyId: row?.previous_secret_key_id ?? '', sealed: row?.previous_sealed_secret ?? '' },
    ];
    expect(secrets.map(({ keyId }) => keyId)).toEqual([rotated.currentKeyId(), rotated.currentKeyId()]);
    expect(await Promise.all(secrets.map((one) => rotated.open(one, owner)))).toEqual(['whsec_new', 'whsec_old']);

    await db
      .updateTable('convo_webhooks')
      .set({ sealed_secret: previous.sealed.replaceAll(/./g, 'A') })
      .execute();
    const last = await rotateTokens(db, settings);
    expect(last.webhooks).toEqual({ encrypted: 1, unreadable: [owner.webhookId] });
    await db.deleteFrom('connected_accounts').execute();
    await rm(settings.file);
    await expect(openCheckedVault({ vault: settings }, db)).rejects.toThrow(
      'The secret of 1 webhook is encrypted with a missing key. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to that key ' +
        'or restore the vault-keys file of DATA_DIR. If it is lost: npm run cli -- webhooks rotate <id> --lost, for ' +
        'every webhook that webhooks list shows with an unreadable secret.',
    );
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('leaves an unreadable token unchanged and names its account', async () => {
    const before = await rows();
    const changed = { sealed_token: Buffer.alloc(60).toString('base64') };
    await db.updateTable('connected_accounts').set(changed).where('identifier', '=', 'zoe').execute();

    expect(await rotateTokens(db, settings)).toEqual({
      encrypted: 2,
      madeKey: true,
      unreadable: [
        { connectionName: 'Convo', identifier: 'zoe' },
        { connectionName: 'Talent', identifier: 'zoe' },
      ],
      webhooks: none,
    });
    const after = await rows();
    const ofZoe = (row: { identifier: string }) => row.identifier === 'zoe';
    expect(after.filter(ofZoe)).toEqual(before.filter(ofZoe).map((row) => ({ ...row, ...changed })));
  });

  it('creates no key in place of a lost one and changes no token', async () => {
    await rm(settings.file);
    const before = await rows();

    await expect(rotateTokens(db, settings)).rejects.toThrow(OperatorError);
    await expect(openCheckedVault({ vault: settings }, db)).rejects.toThrow(
      'The tokens of 4 accounts are encrypted with a missing key. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to ' +
        'that key or restore the vault-keys file of DATA_DIR. If it is lost: npm run cli -- accounts disconnect ' +
        '<connection> <identifier>, for every account that accounts list shows.',
    );
    expect(await rows()).toEqual(before);
    expect(await readdir(folder.path)).toEqual([]);
  });
});

/** Passes raw SQL statements to `onStatement`, but not those built with Kysely. */
const seeing = (onStatement: (statement: string) => void): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (node.kind === 'RawNode') onStatement(node.sqlFragments.join('').trim());
    return node;
  },
  transformResult: async ({ result }) => result,
});

/** Fails at update number `count`. */
function failingAt(count: number): KyselyPlugin {
  let updates = 0;
  return seeing((statement) => {
    if (statement.startsWith('update') && (updates += 1) === count) throw new Error('interrupted');
  });
}
