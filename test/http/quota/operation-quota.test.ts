import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useHttpGraph } from '../http-graph.ts';
import { captureLog } from '../../support/log-capture.ts';

const limit = 33;
/** Estimated at 19, and costs 10 while the caller has no lists. */
const lists = '{ lists { id } }';
/** Estimated at 11, which is also what it costs. */
const createList = 'mutation { createList(input: { name: "New" }) { __typename } }';
const free = '{ __typename }';

const errorCode = (code: string) => expect.objectContaining({ extensions: expect.objectContaining({ code }) });

describe('RATE_LIMIT', () => {
  const { log, lines: logged } = captureLog();
  let hours = 0;

  const graph = useHttpGraph({ log, environment: { RATE_LIMIT: String(limit), COST_LIMIT: '300' } });
  beforeEach(async () => {
    // Every test has its own rate limit windows, which end only if the test moves the clock.
    hours += 1;
    vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ['Date'] });
    await graph.db.deleteFrom('talent_lists').execute();
    graph.tools.restore();
    logged.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  async function send(
    query: string,
    { as = 'ada', headers, ...init }: Omit<RequestInit, 'headers'> & { as?: string; headers?: object } = {},
  ) {
    const sent = await graph.send({ query }, { 'x-test-caller': as, 'x-tool-trace': '1', ...headers }, init);
    return {
      status: sent.status,
      policy: sent.headers.get('ratelimit-policy'),
      balance: sent.headers.get('ratelimit'),
      retryAfter: sent.headers.get('retry-after'),
      ...JSON.parse(sent.text),
    };
  }
  const left = async (as?: string) => Number(/r=(\d+)/.exec((await send(free, { ...(as && { as }) })).balance)?.[1]);
  function returnLists(total: number) {
    const items = Array.from({ length: total }, (_, index) => ({ id: `lst_${index}`, name: 'List' }));
    graph.tools.replace('lists_list', async () => ({ items, total, page: 1 }));
  }

  const requestLines = () => logged.filter(({ msg }) => msg === 'POST /graphql');

  it('charges the actual cost and reports what is left', async () => {
    const answer = await send(lists);

    expect(answer).toMatchObject({
      status: 200,
      policy: '"cost";q=33;w=60',
      balance: '"cost";r=23;t=60',
      retryAfter: null,
      extensions: {
        cost: {
          requestedQueryCost: 19,
          actualQueryCost: 10,
          throttleStatus: { maximumAvailable: 33, currentlyAvailable: 23, restoreRate: 33 / 60 },
        },
      },
    });
    vi.setSystemTime(Date.now() + 20_500);
    expect(await send(createList)).toMatchObject({ balance: '"cost";r=12;t=40' });
  });

  it('runs operations up to the limit exactly, and rejects the next one before a tool call', async () => {
    for (let count = 0; count < 3; count += 1) expect((await send(createList)).status).toBe(200);
    graph.tools.restore();
    logged.length = 0;
    const now = Date.now();
    vi.setSystemTime(now + 500);
    const refused = await send(createList);

    expect(refused).toMatchObject({
      status: 429,
      policy: '"cost";q=33;w=60',
      balance: '"cost";r=0;t=60',
      retryAfter: '60',
      errors: [
        {
          message:
            'The operation is estimated to cost 11, but only 0 of the 33 points per minute (RATE_LIMIT) are left.',
          extensions: {
            code: 'RATE_LIMITED',
            isRetryable: true,
            retryAt: new Date(now + 60_000).toISOString(),
            requestId: expect.any(String),
          },
        },
      ],
    });
    expect(refused).not.toHaveProperty('data');
    expect(graph.tools.calls).toEqual([]);
    expect(await graph.db.selectFrom('talent_lists').select('id').execute()).toHaveLength(3);
    expect(requestLines()).toMatchObject([{ status: 429, identifier: 'ada', errorCodes: ['RATE_LIMITED'] }]);
    expect(await send(createList, { as: 'ben' })).toMatchObject({ status: 200, balance: '"cost";r=22;t=60' });
  });

  it('says that an operation above the whole limit can never run', async () => {
    const refused = await send('{ signals(first: 10) { nodes { id lists { id } } } }');

    expect(refused).toMatchObject({
      retryAfter: null,
      balance: '"cost";r=33;t=0',
      errors: [
        {
          message: expect.stringMatching(
            /^The operation is estimated to cost \d+, but a caller can spend only 33 per minute \(RATE_LIMIT\), so it can never run\./,
          ),
          extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', isRetryable: false },
        },
      ],
    });
    expect(refused.errors[0].extensions).not.toHaveProperty('retryAt');
    expect(graph.tools.calls).toEqual([]);
  });

  it('charges what an operation cost beyond its estimate', async () => {
    returnLists(30);

    expect(await send(lists)).toMatchObject({ balance: '"cost";r=0;t=60', data: { lists: expect.any(Array) } });
    expect((await send(createList)).status).toBe(429);
  });

  it('charges an operation that is stopped because its result is too large', async () => {
    returnLists(10_001);

    expect((await send(lists)).errors).toEqual([errorCode('RESULT_TOO_LARGE')]);
    // Only the tool call is charged: its result was rejected as a whole.
    expect(await left()).toBe(limit - 10);
  });

  it.each([
    ['is invalid', `{ ${'id '.repeat(499)}}`, 'GRAPHQL_VALIDATION_FAILED', 2],
    ['has too many tokens', `{ ${'id '.repeat(2_500)}}`, 'BAD_USER_INPUT', 10],
    ['cannot be parsed', `{ ${'id '.repeat(750)}`, 'GRAPHQL_PARSE_FAILED', 3],
  ])('charges a point for 250 tokens of a document that %s, once', async (_what, query, code, points) => {
    for (let sent = 0; sent < 2; sent += 1) expect((await send(query)).errors).toContainEqual(errorCode(code));
    expect(await left()).toBe(limit - points);
    expect(await left('ben')).toBe(limit);
  });

  it('charges nothing for checking a large document that is valid', async () => {
    await send(`{ ${'__typename '.repeat(400)}}`);
    expect(await left()).toBe(limit);
  });

  it('rejects a large document before it is validated if no points are left', async () => {
    returnLists(30);
    await send(lists);
    const answer = await send(`{ nope ${'__typename '.repeat(400)} }`);

    expect(answer).toMatchObject({ status: 429, retryAfter: '60', errors: [errorCode('RATE_LIMITED')] });
  });

  it.each([
    ['an explanation', lists, { 'x-explain': '1' }, undefined],
    ['an invalid document', '{ nope }', {}, 'GRAPHQL_VALIDATION_FAILED'],
    ['malformed text', '{ cities(search: "\\u0000") { totalCount } }', {}, 'BAD_USER_INPUT'],
    [
      'an operation above COST_LIMIT',
      '{ signals(first: 100) { nodes { id lists { id } } } }',
      {},
      'COST_ESTIMATED_TOO_EXPENSIVE',
    ],
  ])('charges nothing for %s', async (_what, query, headers, code) => {
    const answer = await send(query, { headers });

    expect(answer.errors).toEqual(code && [errorCode(code)]);
    expect(answer).toMatchObject({ policy: '"cost";q=33;w=60', balance: '"cost";r=33;t=0' });
    expect(await left()).toBe(limit);
  });

  it.each([
    ['a malformed body', 400, { body: '{' }, '"cost";r=33;t=0'],
    [
      'another content type',
      415,
      { headers: { 'content-type': 'text/plain', 'x-graphql-yoga-csrf': '1' } },
      '"cost";r=33;t=0',
    ],
    ['a request that could come from another site', 403, { headers: { 'content-type': 'text/plain' } }, null],
    ['another method', 405, { method: 'PUT' }, null],
  ])('sends the policy with the rejection of %s', async (_what, status, init, balance) => {
    expect(await send(free, init)).toMatchObject({ status, policy: '"cost";q=33;w=60', balance });
  });

  it('returns what is left of a failing operation', async () => {
    graph.tools.replace('lists_list', async () => {
      throw new Error('broken');
    });
    const { errors } = await send(lists);

    expect(errors).toHaveLength(1);
    expect(await left()).toBe(limit - 10);
  });

  it('returns what is left of an operation whose client leaves, once', async () => {
    const gate = graph.tools.block('lists_list');
    const client = new AbortController();
    const aborted = send(lists, { signal: client.signal }).catch(() => 'left');
    await gate.whenWaiting(1);
    expect(await left()).toBe(limit - 19);

    client.abort();
    expect(await aborted).toBe('left');
    await vi.waitFor(async () => expect(await left()).toBe(limit - 10));
    gate.open();
    await vi.waitFor(() => expect(requestLines().some(({ status }) => status === 499)).toBe(true));
    expect(await left()).toBe(limit - 10);
  });

  it('never runs more concurrent operations of a caller than their estimates permit', async () => {
    const gate = graph.tools.block('lists_list');
    const running = [send(lists), send(lists), send(lists), send(lists, { as: 'ben' })];
    await gate.whenWaiting(2);
    gate.open();

    const statuses = (await Promise.all(running)).map(({ status }) => status);
    expect(statuses.slice(0, 3).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    expect(statuses[3]).toBe(200);
    expect(graph.tools.calls.map(({ identifier }) => identifier).toSorted()).toEqual(['ada', 'ben']);
    expect(await left()).toBe(limit - 10);
  });
});
