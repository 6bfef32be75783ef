import { afterEach, describe, expect, it, vi } from 'vitest';
import { bareStatus, failure, reset } from '../support/chaos/faults.ts';
import { type Node, startChaos } from './chaos-graph.ts';
import { useResource } from '../support/resource.ts';
import { timeLimit } from '../support/time-limit.ts';

const both = '{ lists { id } organization { name } }';
const whole = { lists: [{ id: 'lst_1' }], organization: { name: 'Acme' } };
const present = Date.UTC(2026, 2, 2, 12);

describe('a connection that keeps failing', () => {
  let node: Node;

  const chaos = useResource(startChaos);
  afterEach(async () => {
    vi.useRealTimers();
    chaos.upstream.reset();
    await node.close();
  });

  /** Starts a graph that has a token and does not retry; each breaker has counted one successful call. */
  async function start() {
    // `setInterval` is faked too, because the node uses it to check a paused platform.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: present });
    node = await chaos.startNode({ parts: { resilience: { maxRetries: 0, minCountedCalls: 6 } } });
    await node.execute(both);
    chaos.upstream.reset();
  }

  const arrivedOn = (connector: string) => chaos.upstream.calls.filter((call) => call.connector === connector).length;

  const pausedConnection = 'its connection keeps failing, so calls are paused for a while';
  const pausedCaller = "this caller's calls keep failing, so they are paused for a while";
  const pausedErrors = (reason: string, retryAt: number) => [
    {
      message: `lists_list was not called: ${reason}.`,
      path: ['lists'],
      extensions: {
        code: 'UPSTREAM_UNAVAILABLE',
        tool: 'lists_list',
        isRetryable: true,
        retryAt: new Date(retryAt).toISOString(),
        requestId: expect.any(String),
      },
    },
  ];

  async function fail(count: number) {
    for (let each = 0; each < count; each += 1) {
      const { data } = await node.execute(both);
      expect(data).toEqual({ ...whole, lists: null });
    }
  }

  it.each([
    ['resets connections', reset, pausedConnection],
    ['responds with an HTML page and status 503', bareStatus(503), pausedConnection],
    ['responds with an HTML page and status 500', bareStatus(500), pausedCaller],
    ['responds with UPSTREAM_UNAVAILABLE', failure(503, { code: 'UPSTREAM_UNAVAILABLE' }), pausedConnection],
  ])(
    'receives only five of twelve calls when it %s, and the other connection receives all',
    async (_, fault, reason) => {
      await start();
      chaos.upstream.injectFault('on talent', fault);
      await fail(12);

      expect({ talent: arrivedOn('talent'), convo: arrivedOn('convo') }).toEqual({ talent: 5, convo: 12 });
      const { data, errors } = await node.execute(both);
      expect(data).toEqual({ ...whole, lists: null });
      expect(errors).toEqual(pausedErrors(reason, present + 1000));
    },
  );

  it('is not paused for rejected calls, which show that it works', async () => {
    await start();
    chaos.upstream.injectFault('on talent', failure(424, { code: 'CONNECTION_EXPIRED' }));
    await fail(12);

    expect(arrivedOn('talent')).toBe(12);
  });

  it('receives no changes either, and the error says when to retry', async () => {
    await start();
    chaos.upstream.injectFault('on talent', reset);
    await fail(5);
    const { data } = await node.execute(`mutation { createList(input: { name: "Held back" }) {
      __typename ... on Problem { code } ... on UpstreamProblem { isRetryable retryAt } } }`);

    expect(data).toEqual({
      createList: {
        __typename: 'UpstreamProblem',
        code: 'UPSTREAM_UNAVAILABLE',
        isRetryable: true,
        retryAt: new Date(present + 1000).toISOString(),
      },
    });
    expect(arrivedOn('talent')).toBe(5);
  });

  it('is probed by one call after a delay that doubles with each failed probe, and is used again once a probe succeeds', async () => {
    await start();
    chaos.upstream.injectFault('on talent', reset);
    await fail(5);
    chaos.upstream.calls.length = 0;

    vi.setSystemTime(present + 999);
    await fail(3);
    expect(arrivedOn('talent')).toBe(0);

    vi.setSystemTime(present + 1000);
    await Promise.all([1, 2, 3, 4, 5].map(() => fail(1)));
    expect(arrivedOn('talent')).toBe(1);

    vi.setSystemTime(present + 2999);
    await fail(3);
    expect(arrivedOn('talent')).toBe(1);

    chaos.upstream.reset();
    vi.setSystemTime(present + 3000);
    expect(await node.execute(both)).toMatchObject({ data: whole, errors: [] });
    await Promise.all(
      [1, 2, 3, 4, 5].map(async () => expect(await node.execute(both)).toMatchObject({ data: whole, errors: [] })),
    );
  });

  it('is used again as soon as the platform responds, without waiting for the next probe of a caller', async () => {
    await start();
    chaos.upstream.injectFault('on talent', reset);
    chaos.upstream.injectFault('listing', reset);
    await fail(6);
    expect(arrivedOn('talent')).toBe(5);

    chaos.upstream.reset();
    vi.advanceTimersByTime(1000);
    const executeBeforeProbe = () => {
      vi.setSystemTime(present);
      return node.execute(both);
    };
    await expect.poll(executeBeforeProbe, { timeout: timeLimit(10) }).toMatchObject({ data: whole, errors: [] });
  });
});
