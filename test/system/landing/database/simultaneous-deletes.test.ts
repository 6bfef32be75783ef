import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { storeUsers } from '../../../../src/platform/services/talent/store/store-users.ts';
import { makeServerDatabase } from '../../../support/database/server-database.ts';
import { openObserver } from '../../../platform/database/pools/pool-lab.ts';
import { talentCallers } from '../../../platform/services/talent/talent-caller.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

async function openLab() {
  const { url, remove } = await makeServerDatabase(serverUrl);
  const database = await openDatabase({ url });
  const observer = await openObserver(url);
  await storeUsers(database.db, [{ id: 'ann', name: 'Ann', email: 'ann@example.com' }]);
  const close = async () => {
    await observer.close();
    await database.close();
    await remove();
  };
  return { observer, ann: talentCallers(database.db)('ann'), close };
}

// Needs a server: an embedded database runs one transaction at a time.
describe.skipIf(serverUrl === '')('simultaneous deletes', () => {
  let lab: Awaited<ReturnType<typeof openLab>>;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  it.each([
    {
      tool: 'lists_delete',
      table: 'talent_lists',
      create: () => lab.ann.record('lists_create', { name: 'Founders' }),
      noun: 'list',
    },
    {
      tool: 'searches_delete',
      table: 'talent_searches',
      create: () =>
        lab.ann.record('searches_create', {
          title: 'Founders',
          filters: [],
          sharees: [],
          visited_at: 1_767_225_600_000,
        }),
      noun: 'saved search',
    },
  ] as const)('by $tool succeed once', async ({ tool, table, create, noun }) => {
    const { ann, observer } = lab;
    const { id } = await create();
    await observer.lock(table, 'share');
    const calls = [ann.payload(tool, { id }), ann.payload(tool, { id })];
    await observer.whenBlocked(2);
    await observer.unlock();

    const results = await Promise.allSettled(calls);
    const [deleted, rejected] = results.toSorted((a, b) => a.status.localeCompare(b.status));
    expect(deleted).toEqual({ status: 'fulfilled', value: { id } });
    expect(rejected).toMatchObject({
      status: 'rejected',
      reason: { code: 'NOT_FOUND', message: `There is no ${noun} with the id "${id}".` },
    });
  });
});
