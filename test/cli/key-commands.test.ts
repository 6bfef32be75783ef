import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateKey } from '../../src/cli/keys/generate-key.ts';
import { revoke } from '../../src/cli/keys/revoke-key.ts';
import { readConfig } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { VaultError } from '../../src/platform/accounts/vault-error.ts';
import { ada, emptyConversations, storeTeams } from '../platform/services/conversation/conversation-records.ts';
import { databases } from '../support/database/test-databases.ts';
import { catchAnswers } from './catch-answers.ts';

describe.each(databases())('the commands for keys on $name, when the vault cannot be opened', ({ open }) => {
  let opened: OpenDatabase;
  let folder: string;
  let written: string[];

  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    written = catchAnswers();
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

  const data = (dataDir: string) => ({ config: readConfig({ DATA_DIR: dataDir }), db: opened.db });
  const keys = () => opened.db.selectFrom('service_keys').select(['id', 'revoked_at']).execute();

  it('leave the API key as it is when a new one is asked for', async () => {
    const before = await keys();
    await expect(generateKey(data(folder), { service: 'convo', user: ada })).rejects.toThrow(VaultError);

    expect(before).toMatchObject([{ revoked_at: null }]);
    expect(await keys()).toEqual(before);
    expect(written).toEqual([]);
  });

  it('revoke a key all the same, and say that its accounts cannot be told', async () => {
    const warnings = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [key] = await keys();
    await revoke(data(folder), { id: key?.id ?? '', json: true });

    expect(await keys()).toMatchObject([{ revoked_at: expect.any(Date) }]);
    expect(written).toEqual([`{"revoked":"${key?.id}","accountsToReconnect":[]}\n`]);
    expect(warnings.mock.calls).toEqual([
      [expect.stringMatching(/^Which accounts used the key cannot be told\. \S+vault-keys must hold keys of 32 bytes/)],
    ]);
  });
});
