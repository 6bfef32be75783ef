import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectorOptions } from '../../../src/connector/connector.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import type { SentCall } from '../../../src/connector/transport.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { failing, failureOf, scriptedConnector, sourcesOf } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

useStoppedClock();
afterEach(() => expect(vi.getTimerCount()).toBe(0));

const list = { id: 'lst_1', name: 'Founders' };

/** A connector whose transport leaves it to the test to end the calls. */
function manualConnector(resilience = {}, parts: Partial<ConnectorOptions> = {}) {
  const sent: SentCall[] = [];
  const scripted = scriptedConnector({
    answer: async () => undefined,
    toolTimeoutMs: 2_000,
    resilience,
    parts,
    transport: { send: (calls) => void sent.push(...calls) },
  });
  return {
    ...scripted,
    sent,
    read: (id: string, tools = scripted.open()) => tools.call(talentTools.lists_get, { id }),
  };
}

describe('the attempts of a call', () => {
  it('expire one after another, each at its own time', async () => {
    const { read, sent } = manualConnector({ maxRetries: 0 });
    const first = failureOf(read('lst_1'));
    await vi.advanceTimersByTimeAsync(500);
    const second = failureOf(read('lst_2'));
    await vi.advanceTimersByTimeAsync(500);
    const third = read('lst_3');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(499);
    sent[2]?.succeed(list);
    await third;
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await second).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it('leave no timer and are measured once when their caller leaves, in flight or in the queue', async () => {
    const telemetry = createTelemetry();
    const { open, read, sent } = manualConnector({}, { telemetry });
    const leave = new AbortController();
    const tools = open({ signal: leave.signal });
    const ends = Array.from({ length: 12 }, (_, index) => failureOf(read(`lst_${index}`, tools)));
    expect(sent).toHaveLength(10);
    leave.abort();

    expect(vi.getTimerCount()).toBe(0);
    expect(await Promise.all(ends)).toMatchObject(ends.map(() => ({ name: 'AbortError' })));
    expect(sent).toHaveLength(10);
    const { values } = await telemetry.metrics.toolCallDuration.get();
    expect(values.find(({ metricName }) => metricName?.endsWith('_count'))?.value).toBe(12);
  });

  it('are admitted by the breaker once, also when they are sent again', async () => {
    const { read, sent, connector } = manualConnector({ maxRetries: 0, minCountedCalls: 1 });
    const failed = failureOf(read('lst_1'));
    sent[0]?.fail(failing('UPSTREAM_UNAVAILABLE'));
    await failed;
    expect(connector.status()[0]).toMatchObject({ breaker: 'open' });

    await vi.advanceTimersByTimeAsync(1_000);
    const probe = read('lst_1');
    sent[1]?.sendAgain({ hasNewToken: true });
    expect(connector.status()[0]).toMatchObject({ breaker: 'half-open' });
    sent[2]?.succeed(list);
    expect(await probe).toMatchObject(list);
    expect(sent[2]?.hasNewToken).toBe(true);
    expect(connector.status()[0]).toMatchObject({ breaker: 'closed' });
  });

  it('have one trace entry and one time limit, also when they are sent again', async () => {
    const { open, read, sent } = manualConnector({ maxRetries: 0 });
    const tools = open();
    const asked = failureOf(read('lst_1', tools));
    await vi.advanceTimersByTimeAsync(1_500);
    sent[0]?.sendAgain({ hasNewToken: true });
    await vi.advanceTimersByTimeAsync(500);

    expect(await asked).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(sent).toHaveLength(2);
    expect(sourcesOf(tools)).toEqual(['CALLED']);
  });

  it('do not end with the late result of an earlier attempt', async () => {
    const late = Promise.withResolvers<unknown>();
    const current = Promise.withResolvers<unknown>();
    const { open, sent } = scriptedConnector({
      answer: (_call, index) => (index === 0 ? late.promise : current.promise),
      toolTimeoutMs: 2_000,
    });
    const asked = open().call(talentTools.lists_get, { id: 'lst_1' });
    await vi.advanceTimersByTimeAsync(2_010);
    expect(sent).toHaveLength(2);
    late.resolve({ ...list, name: 'Late' });
    await vi.advanceTimersByTimeAsync(0);
    current.resolve(list);

    expect(await asked).toMatchObject(list);
  });
});
