import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { envelope, text } from '../support/chaos/body-faults.ts';
import type { Fault } from '../support/chaos/exchange.ts';
import { bareStatus, late, reset, silence } from '../support/chaos/faults.ts';
import { type Chaos, type Node, startChaos } from './chaos-graph.ts';
import { changes, reads } from './operations.ts';

const quickly = {
  resilience: {
    retry: { initialDelayMs: 1, budget: { maxSaved: 1000, perCall: 1, perSecond: 1 } },
    breaker: { window: 1000, minimumCalls: 1000 },
  },
};
const asksForLists = '{ lists { id } }';
const answersLists = { data: { lists: [{ id: 'lst_1' }] }, errors: [] };

describe('the token of the graph', () => {
  let chaos: Chaos;
  let node: Node;

  beforeAll(async () => {
    chaos = await startChaos();
  });
  afterEach(async () => {
    chaos.upstream.behave();
    await node.close();
  });
  afterAll(() => chaos.close());

  const outcome = async (document: string) => {
    const { data, errors } = await node.execute(document);
    return { data, errors: errors.map(({ path, extensions }) => ({ path, ...codeOf(extensions) })) };
  };

  it.each<[string, Fault]>([
    ['is refused', bareStatus(401)],
    ['cannot be had now', bareStatus(503)],
    ['is lost on the way', reset],
    ['is a page', text('<!doctype html>')],
    ['is empty', envelope({ access_token: '', token_type: 'Bearer', expires_in: 60 })],
    ['is of another kind', envelope({ access_token: 'abc', token_type: 'MAC', expires_in: 60 })],
    ['never ends being good', envelope({ access_token: 'abc', token_type: 'Bearer', expires_in: 'never' })],
  ])('that %s: no tool is called, and the next operation gets a token', async (_, fault) => {
    node = await chaos.startNode({ parts: quickly });
    const { upstream } = chaos;
    upstream.misbehave('token', fault);

    expect(await outcome(asksForLists)).toEqual({
      data: { lists: null },
      errors: [{ path: ['lists'], code: 'UPSTREAM_UNAVAILABLE', isRetryable: true }],
    });
    expect(upstream.counts.token).toBe(3);
    for (const { document, field, tool, class: toolClass } of changes) {
      upstream.counts.token = 0;
      expect((await node.execute(document('none'))).data).toEqual({ [field]: notCalled(tool) });
      expect(upstream.counts.token).toBe(toolClass === 'once' ? 1 : 3);
    }
    expect(upstream.calls).toEqual([]);
    upstream.behave();
    expect(await node.execute(asksForLists)).toMatchObject(answersLists);
  });

  it.each<[string, Fault]>([
    ['never comes', silence],
    ['comes too late', late(1000)],
  ])('that %s: no tool is called', async (_, fault) => {
    node = await chaos.startNode({ environment: { TOOL_TIMEOUT_MS: '100' }, parts: quickly });
    chaos.upstream.misbehave('token', fault);

    expect(await outcome(asksForLists)).toEqual({
      data: { lists: null },
      errors: [{ path: ['lists'], code: 'UPSTREAM_TIMEOUT', isRetryable: true }],
    });
    expect(chaos.upstream.calls).toEqual([]);
    expect(chaos.upstream.counts.token).toBe(1);
  });

  it('that expires during operation is requested once for all reads, which then succeed', async () => {
    node = await chaos.startNode({ parts: quickly });
    await node.execute(asksForLists);
    chaos.upstream.behave();
    chaos.upstream.expireTokens();
    const ids = Array.from({ length: 8 }, (_, index) => `sig_${index + 1}`);
    const { data, errors } = await node.execute(
      `{ ${ids.map((id) => `${id}: signal(id: "${id}") { fullName }`).join(' ')} }`,
    );

    expect(errors).toEqual([]);
    expect(data).toEqual({
      ...Object.fromEntries(ids.map((id) => [id, null])),
      sig_1: { fullName: 'Person 1' },
      sig_2: { fullName: 'Person 2' },
      sig_3: { fullName: 'Person 3' },
    });
    expect(chaos.upstream.calls.filter(({ executed }) => !executed)).toHaveLength(8);
    expect(chaos.upstream.calls.filter(({ executed }) => executed)).toHaveLength(8);
    expect(chaos.upstream.counts.token).toBe(1);
  });

  it.each(changes)(
    'that ends is fetched anew for a change that may be made again, and for no other: $name',
    async ({ class: toolClass, document, field, success, tool }) => {
      node = await chaos.startNode({ parts: quickly });
      await node.execute('{ lists { id } organization { name } }');
      chaos.upstream.behave();
      chaos.upstream.expireTokens();
      const { data } = await node.execute(document('expired'));
      const executed = chaos.upstream.calls.map((call) => call.executed);

      expect({ data, executed }).toEqual(
        toolClass === 'repeatable'
          ? { data: { [field]: { __typename: success } }, executed: [false, true] }
          : { data: { [field]: notCalled(tool) }, executed: [false] },
      );
      expect((await node.execute(document('anew'))).data).toEqual({ [field]: { __typename: success } });
      expect(await node.execute(reads[0].document())).toMatchObject({ data: reads[0].whole, errors: [] });
    },
  );
});

const codeOf = (extensions: Record<string, unknown> = {}) => ({
  code: extensions['code'],
  isRetryable: extensions['isRetryable'],
});

const notCalled = (tool: string) => ({
  __typename: 'UpstreamProblem',
  code: 'UPSTREAM_UNAVAILABLE',
  tool: tool.replace(/^[a-z]+_/, ''),
  isRetryable: true,
  retryAt: null,
});
