import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App } from '../../../../src/app/app.ts';
import { startPlatformLab } from '../../../platform/api/platform-lab.ts';
import { environmentOfClient } from '../../../support/network/serve-app.ts';
import { testRedisUrl } from '../../../support/network/fake-redis.ts';
import { useResource } from '../../../support/resource.ts';
import { jsonRequest } from '../../../support/network/post-json.ts';
import { callerFromHeader, startApp } from '../../../support/network/start-app.ts';
import { timeLimit } from '../../../support/time-limit.ts';

describe.runIf(testRedisUrl)('two graph nodes with one Redis', () => {
  let nodes: App[];

  const lab = useResource(startPlatformLab);
  beforeAll(async () => {
    const remote = await environmentOfClient(lab.db, lab.origin);
    const environment = { CACHE_SECONDS: '0', RATE_LIMIT: '100', REDIS_URL: testRedisUrl ?? '', ...remote };
    const node = () => startApp(environment, callerFromHeader());
    nodes = [await node(), await node()];
    // Until both nodes are connected to Redis, each node counts on its own.
    await vi.waitFor(async () => {
      const { left } = await send(0, 'cleo');
      expect(left).toBeDefined();
      expect((await send(1, 'cleo', '{ __typename }')).left).toBe(left);
    }, timeLimit(20));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
  });

  /** Sends a query. The default query costs 10. */
  async function send(index: number, caller: string, query = '{ lists { id } }') {
    const response = await nodes[index]?.fetch(
      jsonRequest('http://localhost/graphql', { query }, { headers: { 'x-test-caller': caller } }),
    );
    return { status: response?.status, left: /r=(\d+)/.exec(response?.headers.get('ratelimit') ?? '')?.[1] };
  }

  it('share the limit of a caller, but not that of two callers', async () => {
    expect(await send(0, 'ada')).toEqual({ status: 200, left: '90' });
    expect(await send(1, 'ada')).toEqual({ status: 200, left: '80' });
    for (let left = 70; left >= 10; left -= 10)
      expect(await send(left % 20 === 0 ? 0 : 1, 'ada')).toEqual({ status: 200, left: String(left) });

    expect(await send(0, 'ada')).toEqual({ status: 429, left: '10' });
    expect(await send(1, 'ada')).toEqual({ status: 429, left: '10' });
    expect(await send(1, 'ben')).toEqual({ status: 200, left: '90' });
  });
});
