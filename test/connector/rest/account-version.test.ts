import { expect, it } from 'vitest';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { failing, json, lines } from './scripted-platform.ts';
import { batch, single, useBatchingReads } from './batching-reads.ts';

const { platform, read, announce } = useBatchingReads();

it('reads the version of the account from the lines of a batch, and from the header of a single response', async () => {
  const versions: string[] = [];
  const onAccountVersion = (version: string) => void versions.push(version);
  await announce();
  platform.respondWith(
    lines(
      { index: 0, status: 200, account_version: 'v1', data: {} },
      { index: 1, status: 404, account_version: 'v2', error: { code: 'NOT_FOUND', message: 'None.' } },
      { index: 2, status: 200, data: {} },
    ),
  );
  await Promise.all(['a', 'b', 'c'].map((search) => read(search, { onAccountVersion })));
  expect(versions.splice(0)).toEqual(['v1', 'v2']);

  const named = { 'x-account-version': 'v3' };
  const lists = () => platform.execute(talentTools.lists_list, {}, { onAccountVersion }).catch(() => {});
  platform.respondWith(
    (response) => json(response, { data: {} }, 200, named),
    failing(404, { code: 'NOT_FOUND' }, named),
    (response) => json(response, { data: {} }),
  );
  for (let calls = 0; calls < 3; calls += 1) await lists();
  expect(versions).toEqual(['v3', 'v3']);
  expect(platform.requests).toEqual([batch, single, single, single]);
});
