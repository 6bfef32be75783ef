import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generateKey, revokeStoredKey, showKeys } from '../../../src/app/cli/credentials.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { databaseTime } from '../../../src/platform/database/database-clock.ts';
import { listKeys } from '../../../src/platform/services/keys/key-register.ts';
import { ada, emptyConversations, storeTeams } from '../../platform/services/conversation/conversation-records.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';
import { useResource, useFreshResource } from '../../support/resource.ts';
import { createFolder } from '../../support/folder.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';

describe('keys generate --overlap', () => {
  const opened = useResource(openMemoryDatabase);
  beforeEach(async () => {
    await emptyConversations(opened.db);
    await storeTeams(opened.db);
  });

  const audited: object[] = [];
  const data = () => ({
    config: readConfig({ DATA_DIR: 'memory' }),
    db: opened.db,
    audit: (action: string, subject: object) => void audited.push({ action, ...subject }),
  });
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

  it('reports until when the previous key works, by the clock of the database', async () => {
    await generateKey(data(), 'convo', { user: ada });
    const before = await databaseTime(opened.db);
    const { note = '' } = await generateKey(data(), 'convo', { user: ada, overlap: 60 });
    const after = await databaseTime(opened.db);

    const [, end = ''] = /^The previous key works until (\S+)\.$/m.exec(note) ?? [];
    expect(end).toMatch(time);
    const start = new Date(end).getTime() - 3_600_000;
    expect([start >= before.getTime(), start <= after.getTime()]).toEqual([true, true]);
    expect(audited.at(-1)).toMatchObject({ action: 'key generated', previousRevoked: false, previousValidUntil: end });

    expect(await listKeys(opened.db)).toMatchObject([
      { supersededAt: expect.any(Date), expiresAt: new Date(end), revokedAt: null },
      { supersededAt: null, expiresAt: null, revokedAt: null },
    ]);
    const { text } = await showKeys({ db: opened.db });
    const cells = text.split('\n').map((line) => line.split(/ +/).slice(4));
    expect(cells).toEqual([['STATUS', 'EXPIRES'], ['superseded', end], ['active']]);
  });

  it('is rejected for talent, whose keys do not replace each other', async () => {
    await opened.db
      .insertInto('talent_users')
      .values({ id: 'usr_ada', name: 'Ada', email: 'ada@example.com' })
      .execute();
    await expect(generateKey(data(), 'talent', { user: 'usr_ada', overlap: 60 })).rejects.toThrow(
      '--overlap is only for convo: a new talent key does not replace another one.',
    );
    expect(await listKeys(opened.db)).toEqual([]);
  });
});

describe('key commands when the vault cannot be opened', () => {
  const folder = useFreshResource(createFolder);
  const opened = useResource(openMemoryDatabase);
  beforeEach(async () => {
    await emptyConversations(opened.db);
    await storeTeams(opened.db);
    await generateKey(data('memory'), 'convo', { user: ada });
    await writeFile(folder.file('vault-keys'), 'no key', { mode: 0o600 });
  });
  afterEach(() => void vi.restoreAllMocks());

  const data = (dataDir: string) => ({ config: readConfig({ DATA_DIR: dataDir }), db: opened.db, audit: () => {} });
  const keys = () => opened.db.selectFrom('service_keys').select(['id', 'revoked_at']).execute();

  it('does not replace the API key', async () => {
    const before = await keys();
    await expect(generateKey(data(folder.path), 'convo', { user: ada })).rejects.toThrow(OperatorError);

    expect(before).toMatchObject([{ revoked_at: null }]);
    expect(await keys()).toEqual(before);
  });

  it('revokes a key without listing its accounts', async () => {
    const warnings = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [key] = await keys();
    const { record } = await revokeStoredKey(data(folder.path), key?.id ?? '');

    expect(await keys()).toMatchObject([{ revoked_at: expect.any(Date) }]);
    expect(record).toEqual({ revoked: key?.id, accountsToReconnect: [] });
    expect(warnings.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^Cannot determine which accounts use this key\. \S+vault-keys must contain keys of 32 bytes/,
        ),
      ],
    ]);
  });
});
