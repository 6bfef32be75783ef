// @module-tag never-excused
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemCodes } from '../../src/tools/errors/error-codes.ts';
import { afterwards, bareStatus, reset } from '../support/chaos/faults.ts';
import { type ChaosAnswer, type Node, startChaos } from './chaos-graph.ts';
import { useResource } from '../support/resource.ts';
import { timeLimit } from '../support/time-limit.ts';

const fastRetries = { initialRetryDelayMs: 1 };

describe('an upstream that is down', () => {
  let node: Node;

  const chaos = useResource(startChaos);
  afterEach(async () => {
    chaos.upstream.reset();
    await node.close();
  });

  const create = async (name: string) => {
    const { data, errors } = await node.execute(`mutation { createList(input: { name: "${name}" }) {
      __typename ... on Problem { code } } }`);
    expect(errors).toEqual([]);
    return { name, result: Object(data?.['createList']) };
  };

  async function listCounts(prefix: string): Promise<Map<string, number>> {
    const lists = await chaos.db
      .selectFrom('talent_lists')
      .select('name')
      .where('name', 'like', `${prefix}%`)
      .execute();
    const counts = new Map<string, number>();
    for (const { name } of lists) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }

  it('makes every field fail, and is used again as soon as it is up', async () => {
    node = await chaos.startNode({ parts: { resilience: fastRetries } });
    await chaos.upstream.stop();
    const { data, errors } = await node.execute('{ lists { id } organization { name } }');
    await chaos.upstream.restart();

    expect(data).toEqual({ lists: null, organization: null });
    expect(Object.fromEntries(errors.map(({ path, extensions }) => [String(path), extensions?.code]))).toEqual({
      lists: 'UPSTREAM_UNAVAILABLE',
      organization: 'UPSTREAM_UNAVAILABLE',
    });
    expect(await node.execute('{ lists { id } }')).toMatchObject({ data: { lists: expect.any(Array) }, errors: [] });
  });

  it.each([
    { maxSavedRetries: 1, requests: 111 },
    { maxSavedRetries: 10, requests: 120 },
  ])('receives at most $requests requests for 100 calls', async ({ maxSavedRetries, requests }) => {
    const startedAt = performance.now();
    node = await chaos.startNode({
      parts: { resilience: { ...fastRetries, maxSavedRetries, minCountedCalls: Infinity } },
    });
    await node.execute('{ organization { name } }');
    chaos.upstream.reset();
    chaos.upstream.injectFault('call', reset);
    for (let call = 0; call < 100; call += 1) await node.execute(`{ signal(id: "sig_${call}") { fullName } }`);

    // The retry budget grows by one retry per second.
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(chaos.upstream.calls.length).toBeLessThanOrEqual(requests + seconds);
    expect(chaos.upstream.calls.length).toBeGreaterThanOrEqual(requests - 3);
  });

  it('loses no confirmed list and creates none twice while it stops and restarts under 50 callers', async () => {
    node = await chaos.startNode({ parts: { resilience: fastRetries } });
    const { upstream } = chaos;
    const answers: Awaited<ReturnType<typeof create>>[] = [];
    const reads: ChaosAnswer[] = [];
    upstream.injectFault('talent_lists_create', afterwards(reset), { percent: 10 });
    upstream.injectFault('call', bareStatus(502), { percent: 10 });

    async function caller(number: number) {
      for (let round = 0; round < 4; round += 1) {
        answers.push(await create(`storm ${number}.${round}`));
        reads.push(await node.execute('{ signal(id: "sig_1") { fullName } organization { name } }'));
      }
    }
    const callers = Promise.all(Array.from({ length: 50 }, (_, number) => caller(number)));
    const whenAnswered = (count: number) =>
      vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(count), { timeout: timeLimit(60), interval: 1 });
    await whenAnswered(40);
    await upstream.stop();
    await whenAnswered(100);
    await upstream.restart();
    await callers;

    const counts = await listCounts('storm');
    const succeeded = answers.filter(({ result }) => result.__typename === 'CreateListSuccess');
    const failed = answers.filter(({ result }) => result.__typename === 'UpstreamProblem');
    expect(succeeded.length + failed.length).toBe(200);
    expect(succeeded.length).toBeGreaterThan(10);
    expect(failed.length).toBeGreaterThan(10);
    expect(succeeded.filter(({ name }) => counts.get(name) !== 1)).toEqual([]);
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    const codes = reads.flatMap(({ errors }) => errors.map(({ extensions }) => extensions?.code));
    expect(codes.filter((code) => !problemCodes.some((known) => known === code))).toEqual([]);
    const unavailable = new Set(['UPSTREAM_UNAVAILABLE', 'OUTCOME_UNKNOWN']);
    expect(failed.filter(({ result }) => !unavailable.has(result.code))).toEqual([]);

    upstream.reset();
    await expect
      .poll(() => create('after the storm'), { timeout: timeLimit(35), interval: 500 })
      .toMatchObject({ result: { __typename: 'CreateListSuccess' } });
  });
});
