import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { startGraph, useGraph } from '../support/graph/test-graph.ts';

/** The samples of a scrape by name and labels. Buckets of histograms are left out. */
function samplesOf(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket{'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

describe('the metrics', () => {
  const graph = useGraph(() => startGraph({ environment: { CACHE_SECONDS: '60' } }));
  beforeEach(() => graph.tools.restore());

  const scrape = async (of = graph) => (await of.app.fetchMetrics(new Request('http://host/metrics'))).text();
  const send = async (path: string, { body, ...init }: { method?: string; body?: object; headers?: object } = {}) => {
    const headers = { 'content-type': 'application/json', ...init.headers };
    const request = { method: 'POST', ...init, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await graph.app.fetch(new Request(`http://localhost${path}`, request))).text();
  };
  const ask = (query: string, headers: object = {}) => send('/graphql', { body: { query }, headers });

  /** The samples whose values `work` changed, with the difference. */
  async function changes(work: () => Promise<unknown>, names: RegExp) {
    const before = samplesOf(await scrape());
    await work();
    const after = Object.entries(samplesOf(await scrape()));
    const changed = after.flatMap(([name, value]) => {
      const difference = value - (before[name] ?? 0);
      return names.test(name) && difference !== 0 ? [[name, difference]] : [];
    });
    return Object.fromEntries(changed);
  }

  it('count requests, errors, tool calls, retries, costs and lookups exactly', async () => {
    const down = new ToolError({ code: 'UPSTREAM_UNAVAILABLE', message: 'It is down.', tool: 'searches_list' });
    graph.tools.replace('searches_list', () => Promise.reject(down));
    const counted = await changes(async () => {
      await ask('{ lists { name } }');
      await ask('{ lists { name } savedSearches { title } }');
      await ask('mutation { createList(input: { name: "" }) { __typename } }');
      await ask('{ nothing }');
      await ask('{ companies(search: "none", first: 5) { nodes { name } } }');
      await ask('{ companies(search: "none", first: 5) { nodes { name } } }');
      await send('/nowhere');
    }, /_total|_count/);
    const request = (route: string, status: number) =>
      `http_server_request_duration_seconds_count{route="${route}",method="POST",status="${status}"}`;
    const call = (tool: string, outcome: string) =>
      `tool_call_duration_seconds_count{tool="${tool}",outcome="${outcome}"}`;

    expect(counted).toEqual({
      [request('/graphql', 200)]: 6,
      [request('/*', 404)]: 1,
      'graphql_server_errors_total{code="UPSTREAM_UNAVAILABLE"}': 1,
      'graphql_server_errors_total{code="BAD_USER_INPUT"}': 1,
      'graphql_server_errors_total{code="GRAPHQL_VALIDATION_FAILED"}': 1,
      [call('lists_list', 'OK')]: 2,
      [call('searches_list', 'UPSTREAM_UNAVAILABLE')]: 1,
      [call('companies_list', 'OK')]: 1,
      'tool_call_retries_total{tool="searches_list"}': 2,
      'tool_cache_lookups_total{tool="companies_list",result="miss"}': 1,
      'tool_cache_lookups_total{tool="companies_list",result="hit"}': 1,
      graphql_cost_actual_count: 5,
      graphql_cost_estimated_count: 5,
      process_cpu_seconds_total: expect.any(Number),
    });
  });

  it('describe the connections, the pools and the process', async () => {
    const samples = samplesOf(await scrape());
    for (const connection of ['talent', 'convo']) {
      expect(samples).toMatchObject({
        [`tool_breaker_state{connection="${connection}"}`]: 0,
        [`tool_paused_identifiers{connection="${connection}"}`]: 0,
        [`tool_calls_in_flight{connection="${connection}"}`]: 0,
        [`tool_queue_depth{connection="${connection}"}`]: 0,
      });
    }
    // A job queue may be using the only connection of the embedded database, which all pools share.
    const atRest = {
      'database_pool_waiting{pool="calls"}': 0,
      'database_pool_connections{pool="calls",state="used"}': 0,
    };
    await vi.waitFor(async () => expect(samplesOf(await scrape())).toMatchObject(atRest));
    expect(samples).toMatchObject({
      http_server_active_requests: 0,
      'graphql_operations{state="running"}': 0,
      'graphql_operations{state="waiting"}': 0,
    });
    expect(samples['nodejs_heap_size_used_bytes']).toBeGreaterThan(10_000_000);
    expect(samples).toHaveProperty('nodejs_eventloop_lag_seconds{statistic="p99"}');
  });

  it('have the same series however many names, paths, identifiers and codes clients choose', async () => {
    const use = async (text: string) => {
      await ask(`query ${text} { __typename }`, { 'x-test-caller': text, 'x-request-id': text });
      await ask(`{ ${text} }`);
      await send(`/${text}`);
      await send(`/graphql?${text}`, { method: 'PUT', body: {} });
      await send('/graphql', { method: text.toUpperCase(), body: {} });
    };
    const names = async () => Object.keys(samplesOf(await scrape())).toSorted();
    await use('first');
    const before = await names();
    for (let index = 0; index < 200; index += 1) await use(`name${index}`);

    expect(await names()).toEqual(before);
  });

  it('are not on the listener of the graph', async () => {
    expect(await send('/metrics', { method: 'GET' })).toContain('No such path: /metrics.');
  });

  describe('with METRICS', () => {
    const other = useGraph(() => startGraph({ environment: { METRICS: 'true' } }));

    it('are on the listener of the graph, for its own host names', async () => {
      const get = (host: string) => other.app.fetch(new Request('http://localhost/metrics', { headers: { host } }));
      const response = await get('localhost:4000');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
      expect(await response.text()).toContain('# TYPE tool_call_duration_seconds histogram');
      expect((await get('attacker.example')).status).toBe(403);
    });

    it('share no counts with another app in this process', async () => {
      await ask('{ __typename }');
      expect(samplesOf(await scrape(other))).not.toHaveProperty(
        'http_server_request_duration_seconds_count{route="/graphql",method="POST",status="200"}',
      );
    });
  });
});
