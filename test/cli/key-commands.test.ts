import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateKey } from '../../src/cli/keys/generate-key.ts';
import { revokeStoredKey } from '../../src/cli/keys/keys.ts';
import { readConfig } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { VaultError } from '../../src/platform/accounts/vault.ts';
import { ada, emptyConversations, storeTeams } from '../platform/services/conversation/conversation-records.ts';
import { databases } from '../support/database/test-databases.ts';
import { captureOutput } from './capture-output.ts';

describe.each(databases())('key commands on $name when the vault cannot be opened', ({ open }) => {
  let opened: OpenDatabase;
  let folder: string;
  let written: string[];

  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    written = captureOutput();
    await emptyConversations(opened.db);
    await storeTeams(opened.db);
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
    await generateKey(data('memory'), { service: 'convo', user: ada, json: true });
    await writeFile(join(folder, 'vault-keys'), 'no key', { mode: 0o600 });
    written.length = 0;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });
  afterAll(() => opened.close());

  const data = (dataDir: string) => ({ config: readConfig({ DATA_DIR: dataDir }), db: opened.db, audit: () => {} });
  const keys = () => opened.db.selectFrom('service_keys').select(['id', 'revoked_at']).execute();

  it('does not replace the API key', async () => {
    const before = await keys();
    await expect(generateKey(data(folder), { service: 'convo', user: ada })).rejects.toThrow(VaultError);

    expect(before).toMatchObject([{ revoked_at: null }]);
    expect(await keys()).toEqual(before);
    expect(written).toEqual([]);
  });

  it('revokes a key without listing its accounts', async () => {
    const warnings = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [key] = await keys();
    await revokeStoredKey(data(folder), { id: key?.id ?? '', json: true });

    expect(await keys()).toMatchObject([{ revoked_at: expect.any(Date) }]);
    expect(written).toEqual([`{"revoked":"${key?.id}","accountsToReconnect":[]}\n`]);
    expect(warnings.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^Cannot determine which accounts use this key\. \S+vault-keys must contain keys of 32 bytes/,
        ),
      ],
    ]);
  });
});
