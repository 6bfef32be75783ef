import { afterEach, describe, expect, it, vi } from 'vitest';
import { startOperation } from '../../../src/operation/operation.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { emptyPage, failing, failureOf, scriptedConnector } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

const noRetry = { maxRetries: 0 };
const never = () => new Promise<never>(() => {});

useStoppedClock();
afterEach(() => expect(vi.getTimerCount()).toBe(0));

describe('the timeout of a call', () => {
  it('fails the call with UPSTREAM_TIMEOUT and aborts its request', async () => {
    const { open, sent } = scriptedConnector({ answer: never, toolTimeoutMs: 2_000, resilience: noRetry });
    const ended = failureOf(open().call(talentTools.lists_list, {}));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false]);

    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      tool: 'lists_list',
      message: 'lists_list did not return within 2000 ms.',
      isRetryable: true,
      neverArrived: false,
    });
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  it('applies to each attempt separately', async () => {
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => (index === 0 ? never() : emptyPage),
      toolTimeoutMs: 2_000,
    });
    const answered = open().call(talentTools.lists_list, {});
    await vi.advanceTimersByTimeAsync(2_010);

    expect(await answered).toEqual({ items: [] });
    expect(sent).toHaveLength(2);
  });

  it('starts when the call is sent, not while it is queued', async () => {
    const { open, sent } = scriptedConnector({
      answer: () => new Promise((resolve) => setTimeout(resolve, 1_500, { id: 'lst_1', name: 'Founders' })),
      toolTimeoutMs: 2_000,
    });
    const tools = open();
    const answered = Promise.all(
      Array.from({ length: 11 }, (_, index) => tools.call(talentTools.lists_get, { id: `lst_${index}` })),
    );
    await vi.advanceTimersByTimeAsync(1_500);
    expect(sent).toHaveLength(11);
    await vi.advanceTimersByTimeAsync(1_500);

    expect(await answered).toHaveLength(11);
  });

  it('does not change other errors', async () => {
    const { open } = scriptedConnector({ answer: () => Promise.reject(failing('FORBIDDEN')), resilience: noRetry });

    expect(await failureOf(open().call(talentTools.lists_list, {}))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('applies to tool listings too', async () => {
    const { connector } = scriptedConnector({ answer: never, listTools: never, toolTimeoutMs: 2_000 });
    const { signal } = new AbortController();
    const ended = failureOf(connector.listTools({ kind: 'talent', identifier: 'ada', signal }));
    await vi.advanceTimersByTimeAsync(30_000);

    expect(await ended).toMatchObject({ code: 'UPSTREAM_TIMEOUT', tool: 'list_tools' });
  });
});

describe('the timeout of an operation', () => {
  it('fails every open and every later call with UPSTREAM_TIMEOUT of its tool', async () => {
    const { open, sent, connector } = scriptedConnector({ answer: never, listTools: never });
    const operation = startOperation({
      payer: createPayer('ada'),
      clientSignal: new AbortController().signal,
      timeoutMs: 3_000,
    });
    const tools = open({ signal: operation.callSignal, deadlineAt: operation.deadlineAt });
    const listing = connector.listTools({ kind: 'convo', identifier: 'ada', signal: operation.callSignal });
    const ends = [
      failureOf(tools.call(talentTools.lists_list, {})),
      failureOf(tools.call(talentTools.lists_delete, { id: 'lst_1' })),
      failureOf(listing),
    ];
    await vi.advanceTimersByTimeAsync(3_000);
    operation.end();

    expect(await Promise.all(ends)).toMatchObject(
      ['lists_list', 'lists_delete', 'list_tools'].map((tool) => ({
        code: 'UPSTREAM_TIMEOUT',
        tool,
        message: `This operation exceeded its time limit of 3000 ms before ${tool} returned.`,
      })),
    );
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(await failureOf(tools.call(talentTools.searches_list, {}))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      tool: 'searches_list',
    });
    expect(sent).toHaveLength(2);
  });

  it('leaves no timer once it is cleared', async () => {
    const operation = startOperation({
      payer: createPayer('ada'),
      clientSignal: new AbortController().signal,
      timeoutMs: 3_000,
    });
    operation.end();
    await vi.advanceTimersByTimeAsync(5_000);

    expect(operation.callSignal.aborted).toBe(false);
  });
});
