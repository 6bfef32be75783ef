import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists } from '../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';
import { freePort } from '../support/network/free-port.ts';
import { CityTotalDocument, OverviewDocument } from '../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../support/graph/test-graph.ts';
import { startHttpGraph } from './http-graph.ts';

describe('a graph without a reachable Redis', () => {
  const graph = useGraph(async () => {
    const environment = { REDIS_URL: `redis://127.0.0.1:${await freePort()}`, CACHE_SECONDS: '60' };
    return startHttpGraph({ environment });
  });
  beforeAll(async () => {
    await storeSignals(graph.db, [{ id: 'sig_1', discovered_at: minutesAgo(1), city: 'Bern' }]);
    await storeLists(graph.db, [{ id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [] }]);
  });

  it('is ready', async () => {
    const response = await fetch(`${graph.origin}/health/ready`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('runs queries, including those whose payloads Redis would cache', async () => {
    const { data } = await graph.ask(OverviewDocument, {});
    expect(data.lists).toEqual([{ name: 'Founders' }]);
    expect(data.cities?.nodes).toEqual([{ name: 'Bern' }]);

    graph.tools.restore();
    expect((await graph.ask(CityTotalDocument, {})).data).toEqual({ cities: { totalCount: 1 } });
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['cities_list']);
  });
});
