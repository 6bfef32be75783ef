import { describe, expect, it, vi } from 'vitest';
import type { ToolSession } from '../../../../src/connector/tool-session.ts';
import type { ProblemCode } from '../../../../src/tools/errors/error-codes.ts';
import { conversationTools } from '../../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { emptyPage, failing, failureOf, scriptedConnector, sourcesOf } from '../scripted-connector.ts';
import { useStoppedClock } from '../../../support/stopped-clock.ts';

useStoppedClock();

/** A connector with the default breaker and without retries; every call fails with `health.code` while it is set. */
function breakerConnector(code: ProblemCode | undefined) {
  const health: { code: ProblemCode | undefined } = { code };
  const answer = async () => {
    if (health.code) throw failing(health.code);
    return { ...emptyPage, id: 'lst_1', name: 'Founders' };
  };
  const listTools = async () => {
    if (health.code) throw failing(health.code);
    return [];
  };
  return { health, ...scriptedConnector({ answer, listTools, resilience: { maxRetries: 0 } }) };
}

const list = (tools: ToolSession, id = 'lst_1') => tools.call(talentTools.lists_get, { id });

async function calls(tools: ToolSession, count: number) {
  for (let index = 0; index < count; index += 1) await Promise.allSettled([list(tools)]);
}

describe('the breaker of a connection', () => {
  it('pauses all calls after ten failed ones', async () => {
    const { open, sent } = breakerConnector('UPSTREAM_UNAVAILABLE');
    await calls(open(), 9);
    expect(await failureOf(list(open()))).toMatchObject({ message: 'It ended with UPSTREAM_UNAVAILABLE.' });
    expect(sent).toHaveLength(10);

    const tools = open();
    await vi.advanceTimersByTimeAsync(400);
    expect(await failureOf(list(tools))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      tool: 'lists_get',
      message: 'lists_get was not called: its connection keeps failing, so calls are paused for a while.',
      retryAfterMs: 600,
      neverArrived: true,
      isRetryable: true,
    });
    expect(sent).toHaveLength(10);
    expect(tools.trace).toEqual([]);
  });

  it('stays closed while a service is only busy', async () => {
    const answer = () => Promise.reject(failing('UPSTREAM_UNAVAILABLE', { reason: 'BUSY' }));
    const { open, sent } = scriptedConnector({ answer, resilience: { maxRetries: 0 } });
    await calls(open(), 40);
    expect(sent).toHaveLength(40);
  });

  it.each<ProblemCode>([
    'BAD_USER_INPUT',
    'NOT_FOUND',
    'FORBIDDEN',
    'CONFLICT',
    'NOT_CONNECTED',
    'CONNECTION_EXPIRED',
    'RATE_LIMITED',
    'MALFORMED_PAYLOAD',
  ])('does not count %s as a failure', async (code) => {
    const { open, sent } = breakerConnector(code);
    await calls(open(), 50);

    expect(sent).toHaveLength(50);
  });

  it('does not count calls that their caller aborts', async () => {
    const { open, sent } = scriptedConnector({
      answer: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      resilience: {},
    });
    for (let index = 0; index < 20; index += 1) {
      const leave = new AbortController();
      const ended = failureOf(list(open({ signal: leave.signal })));
      await vi.advanceTimersByTimeAsync(0);
      leave.abort();
      expect(await ended).toMatchObject({ name: 'AbortError' });
    }

    expect(sent).toHaveLength(20);
  });

  it('lets one call probe after a second, rejects others meanwhile, and closes when the probe succeeds', async () => {
    const { open, sent, health, logged } = breakerConnector('UPSTREAM_UNAVAILABLE');
    await calls(open(), 10);
    health.code = undefined;
    await vi.advanceTimersByTimeAsync(999);
    expect(await failureOf(list(open()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfterMs: 1 });
    expect(sent).toHaveLength(10);

    await vi.advanceTimersByTimeAsync(1);
    const probe = list(open());
    expect(await failureOf(list(open(), 'lst_2'))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfterMs: 1_000 });
    expect(await probe).toMatchObject({ id: 'lst_1' });
    await calls(open(), 5);
    expect(sent).toHaveLength(16);
    expect(logged).toEqual([
      {
        level: 40,
        connectionName: 'talent',
        cause: 'connection',
        probeInMs: 1_000,
        reason: 'It ended with UPSTREAM_UNAVAILABLE.',
        msg: 'a connection keeps failing: its calls are paused',
      },
      { level: 30, connectionName: 'talent', msg: 'probing a paused connection' },
      { level: 30, connectionName: 'talent', msg: 'a paused connection works again' },
    ]);
  });

  it('doubles the delay after every failed probe, up to half a minute', async () => {
    const { open, sent, logged } = breakerConnector('UPSTREAM_UNAVAILABLE');
    await calls(open(), 10);

    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = sent.length;
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      await calls(open(), 3);
      expect(sent).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      await calls(open(), 3);
      expect(sent).toHaveLength(before + 1);
    }
    expect(logged.flatMap(({ probeInMs }) => probeInMs ?? [])).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('counts from zero after it has closed', async () => {
    const { open, sent, health } = breakerConnector('UPSTREAM_ERROR');
    await calls(open(), 10);
    await vi.advanceTimersByTimeAsync(1_000);
    health.code = undefined;
    await calls(open(), 1);
    health.code = 'UPSTREAM_ERROR';
    await calls(open(), 20);

    // The successful probe is the first of the ten calls in the new window.
    expect(sent).toHaveLength(10 + 1 + 9);
  });

  it('uses the outcome of a probe that its caller aborted', async () => {
    const probed = Promise.withResolvers<unknown>();
    const { open, sent } = scriptedConnector({
      answer: (_call, index) => {
        if (index < 10) return Promise.reject(failing('UPSTREAM_ERROR'));
        return index === 10 ? probed.promise : Promise.resolve({ id: 'lst_1', name: 'Founders' });
      },
      resilience: {},
    });
    await calls(open(), 10);
    await vi.advanceTimersByTimeAsync(1_000);
    const leave = new AbortController();
    const left = failureOf(list(open({ signal: leave.signal })));
    await vi.advanceTimersByTimeAsync(0);
    leave.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    expect(sent[10]?.signal.aborted).toBe(false);
    expect(await failureOf(list(open()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });

    probed.resolve({ id: 'lst_1', name: 'Founders' });
    await vi.advanceTimersByTimeAsync(0);
    expect(await list(open())).toMatchObject({ id: 'lst_1' });
    expect(sent).toHaveLength(12);
  });

  it('uses the outcome of the probe, not that of an earlier call that fails meanwhile', async () => {
    const old = Promise.withResolvers<unknown>();
    const probed = Promise.withResolvers<unknown>();
    const { open, sent } = scriptedConnector({
      answer: (_call, index) => {
        if (index === 0) return old.promise;
        if (index <= 10) return Promise.reject(failing('UPSTREAM_ERROR'));
        return index === 11 ? probed.promise : Promise.resolve({ id: 'lst_1', name: 'Founders' });
      },
      resilience: { maxRetries: 0 },
    });
    const pending = failureOf(list(open(), 'lst_old'));
    await calls(open(), 10);
    await vi.advanceTimersByTimeAsync(1_000);
    const probe = list(open());
    await vi.advanceTimersByTimeAsync(0);
    old.reject(failing('UPSTREAM_TIMEOUT'));
    expect(await pending).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    probed.resolve({ id: 'lst_1', name: 'Founders' });

    expect(await probe).toMatchObject({ id: 'lst_1' });
    expect(await list(open())).toMatchObject({ id: 'lst_1' });
    expect(sent).toHaveLength(13);
  });

  it('is separate per connection', async () => {
    const { open, sentTools } = scriptedConnector({
      answer: async ({ tool }) => {
        if (tool.connector === 'talent') throw failing('UPSTREAM_UNAVAILABLE');
        return emptyPage;
      },
      resilience: { maxRetries: 0 },
    });
    await calls(open(), 12);

    expect(await open().call(conversationTools.users_list, {})).toEqual({ items: [] });
    expect(sentTools()).toEqual([...Array(10).fill('lists_get'), 'users_list']);
  });

  it('counts and pauses tool listings, too', async () => {
    const { connector, open, sent, health } = breakerConnector('UPSTREAM_UNAVAILABLE');
    const listing = () => connector.listTools({ kind: 'talent', identifier: 'ada', signal: AbortSignal.any([]) });
    for (let index = 0; index < 10; index += 1) await failureOf(listing());
    health.code = undefined;

    expect(await failureOf(list(open()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', neverArrived: true });
    expect(await failureOf(listing())).toMatchObject({ tool: 'list_tools', neverArrived: true });
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await listing()).toEqual([]);
    expect(await list(open())).toMatchObject({ id: 'lst_1' });
  });

  it('rejects reads without retries', async () => {
    const { open, sent } = scriptedConnector({
      answer: () => Promise.reject(failing('UPSTREAM_UNAVAILABLE')),
      resilience: { initialRetryDelayMs: 1 },
    });
    const tools = open();
    const ended = Promise.allSettled(Array.from({ length: 20 }, (_, index) => list(tools, `lst_${index}`)));
    await vi.advanceTimersByTimeAsync(0);
    const sentByThen = sent.length;
    await vi.advanceTimersByTimeAsync(900);
    await ended;

    expect(sent).toHaveLength(sentByThen);
    expect(sourcesOf(tools)).toHaveLength(sentByThen);
  });
});
