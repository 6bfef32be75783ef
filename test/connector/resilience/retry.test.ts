import { afterEach, describe, expect, it, vi } from 'vitest';
import { toolCallBudget } from '../../../src/operation/calls/tool-ledger.ts';
import type { ProblemCode } from '../../../src/tools/errors/error-codes.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { calm } from '../../support/graph/calm-resilience.ts';
import { emptyPage, failing, failureOf, scriptedConnector, sourcesOf } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

const transient: ProblemCode[] = ['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'];
const final: ProblemCode[] = [
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'NOT_CONNECTED',
  'CONNECTION_EXPIRED',
  'UPSTREAM_ERROR',
  'MALFORMED_PAYLOAD',
];
const webhook = { trigger: 'coaching_feedback_completed', url: 'https://example.com/hook' } as const;

useStoppedClock();
afterEach(() => void vi.restoreAllMocks());

/** Runs all timers until the call has ended. */
async function untilEnded<Result>(call: Promise<Result>): Promise<Result> {
  const ended = Promise.allSettled([call]);
  await vi.runAllTimersAsync();
  await ended;
  return call;
}

describe('a read', () => {
  it.each(transient)(
    'that fails with %s is sent at most three times, and each attempt has its own trace entry',
    async (code) => {
      const { open, sent } = scriptedConnector({ answer: () => Promise.reject(failing(code)) });
      const tools = open();

      expect(await failureOf(untilEnded(tools.call(talentTools.lists_list, {})))).toMatchObject({ code });
      expect(sent).toHaveLength(3);
      expect(sourcesOf(tools)).toEqual(['CALLED', 'CALLED', 'CALLED']);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it.each(transient)('returns the result of the attempt that succeeds after %s', async (code) => {
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => {
        if (index === 0) throw failing(code);
        return emptyPage;
      },
    });

    const tools = open();

    expect(await untilEnded(tools.call(talentTools.lists_list, {}))).toEqual({ items: [] });
    expect(sent).toHaveLength(2);
    // Only the attempt that failed has an error in the trace.
    expect(tools.trace.map(({ error }) => error)).toEqual([code, undefined]);
  });

  it.each(final)('is sent once when it fails with %s', async (code) => {
    const { open, sent } = scriptedConnector({ answer: () => Promise.reject(failing(code)) });

    expect(await failureOf(untilEnded(open().call(talentTools.lists_list, {})))).toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });

  it('waits up to twice as long before the second retry as before the first', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing('UPSTREAM_UNAVAILABLE')),
      resilience: { ...calm, initialRetryDelayMs: 100 },
    });
    const ended = failureOf(open().call(talentTools.lists_list, {}));

    await vi.advanceTimersByTimeAsync(98);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(198);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
    await ended;
  });

  it('waits as long as the service requests', async () => {
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => {
        if (index === 0) throw failing('RATE_LIMITED', { retryAfterMs: 3_000 });
        return emptyPage;
      },
    });
    const answered = open().call(talentTools.lists_list, {});

    await vi.advanceTimersByTimeAsync(2_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await answered;
  });

  it('is not retried when the service requests a delay of more than five seconds', async () => {
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing('RATE_LIMITED', { retryAfterMs: 5_001 })),
    });

    expect(await failureOf(open().call(talentTools.lists_list, {}))).toMatchObject({ retryAfterMs: 5_001 });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not retried when the delay would exceed the deadline of the operation', async () => {
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing('RATE_LIMITED', { retryAfterMs: 3_000 })),
    });
    const tools = open({ deadlineAt: performance.now() + 3_000 });

    expect(await failureOf(tools.call(talentTools.lists_list, {}))).toMatchObject({ code: 'RATE_LIMITED' });
    expect(sent).toHaveLength(1);
  });

  it('is not retried when its caller aborts during the delay', async () => {
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing('RATE_LIMITED', { retryAfterMs: 1_000 })),
    });
    const leave = new AbortController();
    const ended = failureOf(open({ signal: leave.signal }).call(talentTools.lists_list, {}));
    await vi.advanceTimersByTimeAsync(500);

    leave.abort();
    expect(await ended).toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not retried when the operation has no call left', async () => {
    const { open, sent } = scriptedConnector({
      answer: async ({ tool }) => {
        if (tool.name === 'searches_list') throw failing('UPSTREAM_TIMEOUT');
        return { id: 'lst_1', name: 'Founders' };
      },
    });
    const tools = open();
    for (let index = 1; index < toolCallBudget; index += 1) {
      await tools.call(talentTools.lists_get, { id: `lst_${index}` });
    }

    expect(await failureOf(untilEnded(tools.call(talentTools.searches_list, {})))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(sent).toHaveLength(toolCallBudget);
  });
});

describe('a repeatable call', () => {
  const rename = { id: 'lst_1', name: 'Founders' };

  it.each(transient)('is retried after %s when it certainly did not arrive', async (code) => {
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => {
        if (index < 2) throw failing(code, { neverArrived: true });
        return { ...rename, accesses: [] };
      },
    });

    expect(await untilEnded(open().call(talentTools.lists_update, rename))).toMatchObject(rename);
    expect(sent).toHaveLength(3);
  });

  it.each([...transient, ...final])('is not retried after %s when it may have arrived', async (code) => {
    const { open, sent } = scriptedConnector({ answer: () => Promise.reject(failing(code)) });

    expect(await failureOf(untilEnded(open().call(talentTools.lists_update, rename)))).toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });
});

describe('a call of the class once', () => {
  it.each([...transient, ...final])('is not retried after %s, even when it never arrived', async (code) => {
    const { open, sent } = scriptedConnector({ answer: () => Promise.reject(failing(code, { neverArrived: true })) });

    expect(await failureOf(untilEnded(open().call(conversationTools.webhook_create, webhook)))).toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a response after the timeout', () => new Promise((resolve) => setTimeout(resolve, 60_000, emptyPage))],
    ['a failure after the timeout', () => new Promise((_, reject) => setTimeout(reject, 60_000, new Error('late')))],
    ['no response', () => new Promise(() => {})],
  ])('is not retried after %s', async (_name, answer) => {
    const { open, sent } = scriptedConnector({ answer });

    expect(await failureOf(untilEnded(open().call(conversationTools.webhook_create, webhook)))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      tool: 'webhook_create',
      isRetryable: false,
    });
    expect(sent).toHaveLength(1);
  });

  it.each(transient)('is repeated after %s with the same key if the platform honours keys', async (code) => {
    const created = { id: 'b3f2', ...webhook };
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => {
        if (index < 2) throw failing(code);
        return created;
      },
      transport: { honoursKeys: () => true },
    });

    const made = await untilEnded(open().call(conversationTools.webhook_create, webhook));
    expect(made).toMatchObject({ id: 'b3f2' });
    const [first, ...others] = sent.map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual([first, first]);
  });

  it.each(final)('is not repeated after %s although the platform honours keys', async (code) => {
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing(code)),
      transport: { honoursKeys: () => true },
    });

    expect(await failureOf(untilEnded(open().call(conversationTools.webhook_create, webhook)))).toMatchObject({ code });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['may be repeated by a caller with a key of its own', 'own key', true, 'UPSTREAM_UNAVAILABLE', true],
    ['may not be repeated with a random key', undefined, true, 'OUTCOME_UNKNOWN', false],
    ['may not be repeated on a platform that does not honour keys', 'own key', false, 'OUTCOME_UNKNOWN', false],
  ])('that fails to the end %s', async (_case, idempotencyKey, honours, code, isRetryable) => {
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing('UPSTREAM_UNAVAILABLE')),
      transport: { honoursKeys: () => honours },
    });

    const call = open().call(conversationTools.webhook_create, webhook, { idempotencyKey });
    expect(await failureOf(untilEnded(call))).toMatchObject({ code, isRetryable });
    expect(sent).toHaveLength(honours ? 3 : 1);
    expect(new Set(sent.map((each) => each.idempotencyKey)).size).toBe(1);
  });

  it('is not retried after a connection reset', async () => {
    const { open, sent } = scriptedConnector({ answer: () => Promise.reject(new Error('read ECONNRESET')) });

    expect(await failureOf(untilEnded(open().call(conversationTools.webhook_create, webhook)))).toMatchObject({
      message: 'read ECONNRESET',
    });
    expect(sent).toHaveLength(1);
  });
});
