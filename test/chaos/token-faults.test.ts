import { afterEach, describe, expect, it, vi } from 'vitest';
import { envelope, text } from '../support/chaos/body-faults.ts';
import type { Fault } from '../support/chaos/exchange.ts';
import { bareStatus, late, reset, silence } from '../support/chaos/faults.ts';
import { settled } from '../support/gate.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { type Node, startChaos } from './chaos-graph.ts';
import { changes, reads } from './operations.ts';
import { useResource } from '../support/resource.ts';

const fastRetries = {
  resilience: { initialRetryDelayMs: 1, maxSavedRetries: 1_000, minCountedCalls: Infinity },
};
const listsQuery = '{ lists { id } }';
const listsResponse = { data: { lists: [{ id: 'lst_1' }] }, errors: [] };

describe('a token of the graph', () => {
  let node: Node;

  const chaos = useResource(startChaos);
  afterEach(async () => {
    chaos.upstream.reset();
    await node.close();
    vi.useRealTimers();
  });

  const outcome = async (document: string) => {
    const { data, errors } = await node.execute(document);
    return { data, errors: errors.map(({ path, extensions }) => ({ path, ...codeOf(extensions) })) };
  };

  it.each<[string, Fault]>([
    ['is refused with 401', bareStatus(401)],
    ['is unavailable with 503', bareStatus(503)],
    ['is lost with the connection', reset],
    ['is an HTML page', text('<!doctype html>')],
    ['is empty', envelope({ access_token: '', token_type: 'Bearer', expires_in: 60 })],
    ['has an unknown type', envelope({ access_token: 'abc', token_type: 'MAC', expires_in: 60 })],
    ['has an invalid lifetime', envelope({ access_token: 'abc', token_type: 'Bearer', expires_in: 'never' })],
  ])('that %s prevents all tool calls until a later operation gets a token', async (_, fault) => {
    node = await chaos.startNode({ parts: fastRetries });
    const { upstream } = chaos;
    upstream.injectFault('token', fault);

    expect(await outcome(listsQuery)).toEqual({
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
    upstream.reset();
    expect(await node.execute(listsQuery)).toMatchObject(listsResponse);
  });

  it.each<[string, Fault]>([
    ['never arrives', silence],
    ['arrives too late', late(1000)],
  ])('that %s prevents all tool calls', async (_, fault) => {
    stopClock();
    node = await chaos.startNode({ environment: { TOOL_TIMEOUT_MS: '100' }, parts: fastRetries });
    chaos.upstream.injectFault('token', fault);

    const answer = outcome(listsQuery);
    while (chaos.upstream.counts.token === 0) await settled();
    // Long enough for three attempts, which all wait for the same token request.
    await vi.advanceTimersByTimeAsync(400);

    expect(await answer).toEqual({
      data: { lists: null },
      errors: [{ path: ['lists'], code: 'UPSTREAM_TIMEOUT', isRetryable: true }],
    });
    expect(chaos.upstream.calls).toEqual([]);
    expect(chaos.upstream.counts.token).toBe(1);
  });

  it('that expires is renewed with one request for all reads, which then succeed', async () => {
    node = await chaos.startNode({ parts: fastRetries });
    await node.execute(listsQuery);
    chaos.upstream.reset();
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
    'that is revoked is renewed to retry a repeatable change, but no other change: $name',
    async ({ class: toolClass, document, field, success, tool }) => {
      node = await chaos.startNode({ parts: fastRetries });
      await node.execute('{ lists { id } organization { name } }');
      chaos.upstream.reset();
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
