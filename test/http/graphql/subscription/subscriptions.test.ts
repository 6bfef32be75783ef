import { afterEach, describe, expect, it, vi } from 'vitest';
import { maxBlockMs } from '../../../../src/operation/work-turns.ts';
import { type EventGraph, startEventGraph } from '../../../graph/conversation/event/event-graph.ts';
import { acme } from '../../../platform/services/conversation/conversation-records.ts';
import type { RequestOptions } from '../../../support/graph/test-graph.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';

const cursors = 'subscription Cursors($after: EventCursor) { conversationEvents(after: $after) { id cursor } }';

/** An operation without a generated type. */
const untyped = (document: string) => ({ toString: () => document });

interface Data {
  conversationEvents: { id: string; cursor: string; activity?: unknown };
}

const follow = async (graph: EventGraph, document: string, variables = {}, options?: RequestOptions) =>
  graph.follow<Data, object>(untyped(document), variables, options);

/** Sends an operation that is rejected, and returns its only result. */
async function rejected(graph: EventGraph, document: string, variables = {}, options?: RequestOptions) {
  const subscription = await follow(graph, document, variables, options);
  const result = await subscription.next();
  expect(await subscription.next()).toBeUndefined();
  return result;
}

describe('a subscription', () => {
  const graph = useGraph(() => startEventGraph({ environment: { COST_LIMIT: '100' } }));
  afterEach(async () => {
    graph.tools.restore();
    await vi.waitFor(() => expect(graph.events.readers).toBe(0));
  });

  it.each([
    ['invalid variables', cursors, { after: 1 }, 'BAD_USER_INPUT'],
    [
      'null where null is not allowed',
      'subscription ($v: Boolean = true) { conversationEvents { id @include(if: $v) } }',
      { v: null },
      'BAD_USER_INPUT',
    ],
    ['malformed text', cursors, { after: '\ud800' }, 'BAD_USER_INPUT'],
    ['an unknown trigger', 'subscription { conversationEvents(triggers: [X]) { id } }', {}, 'BAD_USER_INPUT'],
    [
      'a cost above the limit',
      'subscription { conversationEvents { activity { host { callScores { activity { callScores { id } } } } } } }',
      {},
      'COST_ESTIMATED_TOO_EXPENSIVE',
    ],
    [
      'several root fields',
      'subscription { a: conversationEvents { id } b: conversationEvents { id } }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a conditional root field',
      'subscription($if: Boolean = true) { ...Events } fragment Events on Subscription { conversationEvents @skip(if: $if) { id } }',
      {},
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('is rejected before its start for %s', async (_fault, document, variables, code) => {
    const result = await rejected(graph, document, variables);
    expect(result?.data).toBeUndefined();
    expect(result?.errors).toMatchObject([{ extensions: { code } }]);
    expect(graph.tools.calls).toEqual([]);
    expect(graph.events.readers).toBe(0);
  });

  it('is only explained with x-explain, including the cost of its start', async () => {
    const result = await rejected(graph, cursors, {}, { headers: { 'x-explain': '1' } });
    expect(result).toMatchObject({ data: null, extensions: { explain: { estimatedCost: 11 } } });
    expect(graph.tools.calls).toEqual([]);
  });

  it('ends with UNAUTHENTICATED when the token expires', async () => {
    const subscription = await follow(graph, cursors, {}, { headers: { 'x-test-expired': '1' } });
    expect((await subscription.next())?.errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED', isRetryable: false } },
    ]);
    expect(await subscription.next()).toBeUndefined();
  });

  it('reports unexpected errors of an event with the request id only, and continues', async () => {
    const subscription = await follow(graph, 'subscription { conversationEvents { id activity { title } } }');
    graph.tools.replace('activities_list', () => Promise.reject(new Error('secret')));
    graph.emit('one');
    const result = await subscription.next();
    expect(result?.data?.conversationEvents).toEqual({ id: 'one', activity: null });
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(result?.errors).toMatchObject([{ extensions: { requestId: expect.any(String) } }]);
    subscription.leave();
  });

  it('reports the calls of each event only if the client asks for them', async () => {
    const [traced, untraced] = [
      await follow(graph, cursors, {}, { headers: { 'x-tool-trace': '1' } }),
      await follow(graph, cursors, {}, { headers: { 'x-tool-trace': '0' } }),
    ];
    graph.emit('one');
    expect((await traced.next())?.extensions).toEqual({
      toolCalls: [],
      cost: { requestedQueryCost: 11, actualQueryCost: 1, throttleStatus: null },
    });
    expect((await untraced.next())?.extensions).toBeUndefined();
    traced.leave();
    untraced.leave();
  });
});

describe('the events of many subscriptions', () => {
  const graph = useGraph(startEventGraph);

  it('are executed in turns', async () => {
    let turn = 0;
    const count = () => {
      turn += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const executions = new Map<number, number>();
    /** Counts how often each turn prints it, and blocks the event loop as long as one turn may. */
    class SlowDate extends Date {
      override toISOString(): string {
        executions.set(turn, (executions.get(turn) ?? 0) + 1);
        const { user, system } = process.threadCpuUsage();
        const used = () => process.threadCpuUsage({ user, system });
        while (used().user + used().system < maxBlockMs * 1000);
        return super.toISOString();
      }
    }
    const subscriptions: Awaited<ReturnType<typeof follow>>[] = [];
    for (let index = 0; index < 60; index += 1) {
      subscriptions.push(await follow(graph, `subscription S${index} { conversationEvents { occurredAt } }`));
    }
    const results = subscriptions.map((subscription) => subscription.next());
    const event = { id: 'one', trigger: 'conversation_processed', activityId: null };
    graph.events.emit(acme, { ...event, occurredAt: new SlowDate('2026-11-20T10:00:00Z') });
    await Promise.all(results);
    clearImmediate(timer);
    for (const subscription of subscriptions) subscription.leave();

    const counts = [...executions.values()];
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(60);
    // An iteration that blocks before its immediates are run can have one more among them.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  });

  it('share no results between tokens with different scopes', async () => {
    const document =
      'subscription ($after: EventCursor) { conversationEvents(after: $after) { cursor activity { title } } }';
    const scopes = (value: string) => ({ headers: { 'x-test-scopes': value } });
    const first = await follow(graph, document, {}, scopes('convo:read convo:write'));
    graph.emit('one');
    const after = (await first.next())?.data?.conversationEvents.cursor;
    graph.emit('two');
    const expected = (await first.next())?.data;
    graph.tools.calls.length = 0;
    const second = await follow(graph, document, { after }, scopes('convo:read'));

    expect((await second.next())?.data).toEqual(expected);
    const calls = graph.tools.calls.map(({ tool }) => tool);
    expect(calls).toEqual(['organization_get', 'activities_list']);
    first.leave();
    second.leave();
  });
});

describe('RATE_LIMIT', () => {
  afterEach(() => void vi.useRealTimers());

  it('ends a subscription before an event that the caller cannot pay, so that it continues there', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    // The start costs 10 points and each event 1, but an event needs 11, its estimated cost.
    const graph = await startEventGraph({ environment: { RATE_LIMIT: '23' } });
    const first = await follow(graph, cursors);
    for (const name of ['one', 'two', 'three', 'four', 'five']) graph.emit(name);
    const received: string[] = [];
    let after = '';
    let last = await first.next();
    for (; last?.data; last = await first.next()) {
      received.push(last.data.conversationEvents.id);
      after = last.data.conversationEvents.cursor;
    }
    expect(received).toEqual(['one', 'two', 'three']);
    expect(last?.data).toBeUndefined();
    expect(last?.errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', isRetryable: true, retryAt: expect.any(String) } },
    ]);
    expect(await first.next()).toBeUndefined();
    const again = await rejected(graph, cursors, { after });
    expect(again?.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);

    vi.setSystemTime(Date.now() + 61_000);
    const second = await follow(graph, cursors, { after });
    expect((await second.next())?.data?.conversationEvents.id).toBe('four');
    expect((await second.next())?.data?.conversationEvents.id).toBe('five');
    second.leave();
    await graph.close();
  });
});

describe('a server that stops', () => {
  it('ends its subscriptions so that their clients subscribe elsewhere', async () => {
    const graph = await startEventGraph();
    const subscription = await follow(graph, cursors);
    graph.emit('one');
    expect((await subscription.next())?.data?.conversationEvents.id).toBe('one');
    const ended = graph.app.endStreams();
    expect((await subscription.next())?.errors).toMatchObject([
      { extensions: { code: 'SUBSCRIPTION_ENDED', isRetryable: true } },
    ]);
    expect(await subscription.next()).toBeUndefined();
    await ended;
    expect(graph.events.readers).toBe(0);
    await graph.close();
  });
});
