import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { restPaths } from '../../src/tools/rest-protocol.ts';
import { calm } from '../support/graph/calm-resilience.ts';
import { createToolDouble } from '../support/graph/tool-double.ts';
import { freePort } from '../support/network/free-port.ts';
import { type ExportedSpan, startTraceCollector } from '../support/network/trace-collector.ts';
import { testVaultKey } from '../support/platform/service-keys.ts';
import { openTestPlatform } from '../support/platform/test-platform.ts';
import { captureLog } from '../support/log-capture.ts';
import { useClosing } from '../support/resource.ts';
import { environmentOfClient, serveApp } from '../support/network/serve-app.ts';
import { jsonRequest } from '../support/network/post-json.ts';
import { callerFromHeader, startApp } from '../support/network/start-app.ts';

const clock = () => new Date('2026-03-02T12:00:00Z');
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

describe('tracing', () => {
  const closing = useClosing();

  /** A graph in front of a platform, both of which export to `endpoint`. */
  async function startGraphAndPlatform(endpoint?: string) {
    const environment = {
      DATA_DIR: 'memory',
      DEMO_DATA: 'false',
      VAULT_KEY: testVaultKey,
      CACHE_SECONDS: '0',
      ...(endpoint !== undefined && { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
    };
    const platformConfig = readConfig({ ...environment, SERVES: 'platform' });
    const { database, conversation } = closing(await openTestPlatform(platformConfig, clock));
    const { log, lines } = captureLog();
    const platform = await createApp(platformConfig, { database, conversation, now: clock, log });
    const seen: Record<string, string | null>[] = [];
    const served = await serveApp(platform, (request) => {
      const { headers } = request;
      if (new URL(request.url).pathname === restPaths.executeTool)
        seen.push({ traceparent: headers.get('traceparent'), requestId: headers.get('x-request-id') });
      return platform.fetch(request);
    });
    const tools = createToolDouble();
    const remote = { ...environment, ...(await environmentOfClient(database.db, served.url)) };
    const parts = { log, now: clock, wrapTransport: tools.wrap, resilience: calm, ...callerFromHeader('ada') };
    const graph = await startApp(remote, parts);
    const close = () => Promise.all([graph.close(), served.close()]);
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      const response = await graph.fetch(jsonRequest('http://localhost/graphql', { query }, { headers }));
      return response.json();
    };
    const logged = (message: string) => lines.filter(({ msg }) => msg === message);
    return { ask, close, logged, seen, tools };
  }

  const collector = async () => closing(await startTraceCollector());

  /** The spans as a tree of one line each, ordered by depth and name. */
  function treeOf(spans: readonly ExportedSpan[], parent: string | undefined, indent = ''): string[] {
    return spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap((span) => [
        [indent, span.service, ' ', span.kind, ' ', span.name].join(''),
        ...treeOf(spans, span.spanId, `${indent}  `),
      ]);
  }

  it('records one span per operation and two per tool call, in the trace of the request', async () => {
    const { url, spans, requests } = await collector();
    const { ask, close, logged } = await startGraphAndPlatform(url);
    await ask('query Mine { lists { name } savedSearches { title } }', { traceparent, 'x-request-id': 'page-1' });
    await close();

    expect(new Set(requests)).toEqual(new Set(['POST /v1/traces']));
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(treeOf(spans, 'b7ad6b7169203331')).toEqual([
      'graph SERVER query',
      '  graph CLIENT execute_tool lists_list',
      '    platform SERVER execute_tool',
      '  graph CLIENT execute_tool searches_list',
      '    platform SERVER execute_tool',
    ]);
    expect(spans.find(({ name }) => name === 'query')?.attributes).toMatchObject({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'Mine',
      'graphql.tool_calls': 2,
      'graphql.cost.actual': 20,
      'http.response.status_code': 200,
    });
    expect(spans.find(({ name }) => name === 'execute_tool lists_list')).toMatchObject({
      isError: false,
      attributes: {
        'tool.name': 'lists_list',
        'tool.connection': 'talent',
        'tool.attempts': 1,
        'tool.source': 'CALLED',
      },
    });
    expect(logged('POST /graphql')).toMatchObject([{ traceId, requestId: 'page-1' }]);
    expect(logged(`POST ${restPaths.executeTool}`)).toMatchObject([
      { traceId, requestId: 'page-1' },
      { traceId, requestId: 'page-1' },
    ]);
  });

  it('records the attempts and the code of a failed call, and the codes of its operation', async () => {
    const { url, spans } = await collector();
    const { ask, close, tools } = await startGraphAndPlatform(url);
    const failure = new ToolError({ code: 'UPSTREAM_UNAVAILABLE', message: 'It is down.', tool: 'lists_list' });
    tools.replace('lists_list', () => Promise.reject(failure));
    await ask('{ lists { name } }');
    await close();

    expect(spans.map(({ name, kind, isError }) => ({ name, kind, isError }))).toEqual([
      { name: 'execute_tool lists_list', kind: 'CLIENT', isError: true },
      { name: 'query', kind: 'SERVER', isError: true },
    ]);
    const [call, operation] = spans;
    expect(call?.attributes).toMatchObject({ 'tool.attempts': 3, 'error.type': 'UPSTREAM_UNAVAILABLE' });
    expect(call?.parentSpanId).toBe(operation?.spanId);
    expect(operation?.attributes).toMatchObject({
      'graphql.error.codes': ['UPSTREAM_UNAVAILABLE'],
      'error.type': 'UPSTREAM_UNAVAILABLE',
    });
  });

  it.each([
    ['malformed', 'not-a-traceparent'],
    ['of an invalid version', `ff-${traceId}-b7ad6b7169203331-01`],
    ['with an id of zeros', '00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    ['with a field too many', `${traceparent}-00`],
    ['in upper case', traceparent.toUpperCase()],
  ])('begins a trace of its own for a traceparent that is %s', async (_, header) => {
    const { url, spans } = await collector();
    const { ask, close } = await startGraphAndPlatform(url);
    await ask('{ __typename }', { traceparent: header });
    await close();

    expect(spans).toMatchObject([{ name: 'query', service: 'graph' }]);
    expect(spans[0]?.parentSpanId).toBeUndefined();
    expect(spans[0]?.traceId).not.toBe(traceId);
  });

  it('passes trace and request id on to the platform without a collector', async () => {
    const { ask, close, logged, seen } = await startGraphAndPlatform();
    await ask('{ lists { name } }', { traceparent, 'x-request-id': 'page-2' });
    await ask('{ lists { name } }', { traceparent: 'nonsense', 'x-request-id': 'page 3\u00E9' });
    await close();

    expect(seen).toEqual([
      { traceparent, requestId: 'page-2' },
      { traceparent: null, requestId: expect.stringMatching(/^[\da-f-]{36}$/) },
    ]);
    const lines = logged('POST /graphql');
    expect(lines).toMatchObject([{ traceId, requestId: 'page-2' }, { requestId: seen[1]?.requestId }]);
    expect(lines[1]).not.toHaveProperty('traceId');
  });

  it('serves requests while the collector is down, and says so once per process', async () => {
    const { ask, close, logged } = await startGraphAndPlatform(`http://127.0.0.1:${await freePort()}`);
    expect(await ask('{ lists { name } }')).toMatchObject({ data: { lists: [] } });
    await close();

    const reports = logged('the trace collector is down: dropping spans');
    expect(reports).toMatchObject([{ level: 40 }, { level: 40 }]);
  });
});
