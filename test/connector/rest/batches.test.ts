import { ROOT_CONTEXT, trace as tracing } from '@opentelemetry/api';
import { describe, expect, it, vi } from 'vitest';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { type Answer, echo, echoed, failing, lines, raw } from './scripted-platform.ts';
import { batch, found, single, useBatchingReads } from './batching-reads.ts';

describe('reads that begin at the same time', () => {
  const { platform, read, reads, announce } = useBatchingReads();

  it('are sent one by one until the platform is known to accept batches, which one listing tells', async () => {
    expect(await reads('a', 'b')).toEqual([found('a'), found('b')]);
    await vi.waitFor(() => expect(platform.listings).toHaveLength(1));
    await reads('c', 'd');

    expect(platform.requests).toEqual(['POST /oauth/token', single, single, single, single]);
    expect(platform.listings).toEqual(['/api/v1/tools?connector=Talent+%28EU%29&identifier=ada']);
  });

  it('are sent in one request', async () => {
    await announce();
    expect(await reads('a', 'b', 'c')).toEqual([found('a'), found('b'), found('c')]);

    expect(platform.requests).toEqual([batch]);
    expect(platform.arrived[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      accept: 'application/x-ndjson',
      'content-type': 'application/json',
    });
    expect(JSON.parse(platform.arrived[0]?.body ?? '')).toEqual({
      connector: 'Talent (EU)',
      identifier: 'ada',
      calls: ['a', 'b', 'c'].map((search) => ({ tool_name: 'acme_cities_list', params: { search } })),
    });
    expect(platform.listings).toHaveLength(1);
  });

  it('are sent in batches of the announced size, and a single one as a single call', async () => {
    await announce(3);
    expect(await reads('a', 'b', 'c', 'd', 'e', 'f', 'g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(found));

    expect(platform.requests.toSorted()).toEqual([single, batch, batch]);
  });

  it('share no request with changes, or with reads of another identifier, connection or request', async () => {
    await announce();
    const trace = { requestId: 'request-2', context: ROOT_CONTEXT };
    await Promise.all([
      read('a'),
      read('b', { identifier: 'ben' }),
      read('c', { trace }),
      read('d', { connectionName: 'Other' }),
      platform.execute(talentTools.lists_create, { name: 'e' }),
    ]);

    expect(platform.requests).toEqual([single, single, single, single, single]);
  });

  it('continue the trace of their own span each', async () => {
    await announce();
    const traceId = 'a'.repeat(32);
    const inSpan = (spanId: string) => ({
      trace: {
        requestId: 'request-1',
        context: tracing.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1 }),
      },
    });
    await Promise.all([read('a', inSpan('1'.repeat(16))), read('b', inSpan('2'.repeat(16)))]);

    const [request] = platform.arrived;
    expect(request?.headers).toMatchObject({
      'x-request-id': 'request-1',
      traceparent: `00-${traceId}-${'1'.repeat(16)}-01`,
    });
    expect(JSON.parse(request?.body ?? '').calls.map((call: object) => Reflect.get(call, 'traceparent'))).toEqual([
      undefined,
      `00-${traceId}-${'2'.repeat(16)}-01`,
    ]);
  });

  it('receive their own result or error, in any order and from any chunks', async () => {
    await announce();
    const text = [
      { index: 2, status: 429, error: { code: 'RATE_LIMITED', message: 'No.', retry_after_ms: 70 } },
      { index: 1, status: 404, error: { code: 'NOT_FOUND', message: 'None.', issues: [] }, execution_id: 'exe-9' },
      { index: 0, status: 200, data: 'Zürich' },
    ].map((line) => JSON.stringify(line));
    platform.respondWith((response) => {
      response.writeHead(200);
      const bytes = Buffer.from(`${text.join('\n')}\n`);
      const middle = bytes.indexOf('ü') + 1;
      response.write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))));
    });

    expect(await reads('a', 'b', 'c')).toMatchObject([
      'Zürich',
      { code: 'NOT_FOUND', message: 'None.', executionId: 'exe-9' },
      { code: 'RATE_LIMITED', retryAfterMs: 70, neverArrived: true },
    ]);
  });

  it('receive their result while another call of the batch still runs', async () => {
    await announce();
    const first = Promise.withResolvers<void>();
    platform.respondWith(async (response) => {
      response.writeHead(200);
      response.write(`${JSON.stringify(echoed(1, 'fast'))}\n`);
      await first.promise;
      response.end(`${JSON.stringify(echoed(0, 'slow'))}\n`);
    });
    const slow = read('a');

    expect(await read('b')).toBe('fast');
    first.resolve();
    expect(await slow).toBe('slow');
  });

  it.each([404, 405, 415])('are sent one by one after status %i, without failing', async (status) => {
    await announce();
    platform.respondWith(failing(status, { code: 'BAD_USER_INPUT' }), echo);

    expect(await reads('a', 'b')).toEqual([found('a'), found('b')]);
    expect(await reads('c', 'd')).toEqual([found('c'), found('d')]);
    expect(platform.requests).toEqual([batch, single, single, single, single]);
    expect(platform.listings).toHaveLength(1);
  });

  it('are sent one by one if together they are too large', async () => {
    await announce();
    platform.respondWith(failing(413, { code: 'PAYLOAD_TOO_LARGE' }), echo);

    expect(await reads('a', 'b')).toEqual([found('a'), found('b')]);
    expect(await reads('c', 'd')).toEqual([found('c'), found('d')]);
    expect(platform.requests).toEqual([batch, single, single, batch]);
  });

  it.each<[string, Answer[]]>([
    ['the batch', [failing(401, { code: 'UNAUTHENTICATED' }), echo]],
    ['each call', [lines({ index: 1, status: 401 }, { index: 0, status: 401 }), echo]],
  ])('are sent again once, in a batch, with a new token when %s is rejected with 401', async (_what, script) => {
    await announce();
    platform.respondWith(...script);

    expect(await reads('a', 'b')).toEqual([found('a'), found('b')]);
    expect(platform.requests).toEqual([batch, 'POST /oauth/token', batch]);
  });

  it('fail like single calls when the batch is rejected as a whole', async () => {
    await announce();
    platform.respondWith(raw(503, 'Busy', { 'retry-after': '3' }));
    const failure = { code: 'UPSTREAM_UNAVAILABLE', retryAfterMs: 3000, tool: 'cities_list' };

    expect(await reads('a', 'b')).toMatchObject([failure, failure]);
  });

  it.each<[string, Answer]>([
    ['closes', (response) => response.socket?.end()],
    ['resets', (response) => response.socket?.resetAndDestroy()],
  ])('fail without a line when the platform %s the connection, and succeed with one', async (_how, breakOff) => {
    await announce();
    platform.respondWith((response, arrived) => {
      response.writeHead(200);
      const text = `${JSON.stringify(echoed(1, 'whole'))}\n{"index":0,"sta`;
      response.write(text, () => setImmediate(() => breakOff(response, arrived)));
    });

    expect(await reads('a', 'b')).toMatchObject([
      { code: 'UPSTREAM_UNAVAILABLE', isRetryable: true, neverArrived: false },
      'whole',
    ]);
  });

  it.each<[string, (object | string)[]]>([
    ['no line', []],
    ['a malformed line', ['{"index":0,"status":2']],
    ['an empty line', ['', '\r']],
    ['no object', ['null', '[]', '0']],
    ['an unknown index', [echoed(2, 'x'), { ...echoed(0, 'x'), index: -1 }, { ...echoed(0, 'x'), index: 0.5 }]],
    ['a doubled index', [echoed(1, 'x'), { index: 1, status: 500 }]],
    ['no status', [{ index: 0, data: 'x' }]],
    ['no data', [{ index: 0, status: 200 }]],
  ])('are malformed for %s, and only those', async (_what, written) => {
    await announce();
    platform.respondWith(lines(echoed(1, 'whole'), ...written));

    expect(await reads('a', 'b')).toMatchObject([{ code: 'MALFORMED_PAYLOAD', tool: 'cities_list' }, 'whole']);
    expect(platform.requests).toEqual([batch]);
  });
});
