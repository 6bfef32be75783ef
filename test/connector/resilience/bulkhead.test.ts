import { describe, expect, it, vi } from 'vitest';
import type { ToolSession } from '../../../src/connector/tool-session.ts';
import type { Transport } from '../../../src/connector/transport.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { createGate, settled } from '../../support/gate.ts';
import { failureOf, scriptedConnector } from './scripted-connector.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

/** A connector whose calls wait for the gate. */
function gatedConnector(transport: Partial<Transport> = {}) {
  const gate = createGate();
  const scripted = scriptedConnector({
    answer: async () => {
      await gate.pass();
      return { id: 'lst_1', name: 'Founders' };
    },
    transport,
  });
  return { gate, ...scripted, callers: () => scripted.sent.map(({ identifier }) => identifier) };
}

const read = (tools: ToolSession, count: number) =>
  Array.from({ length: count }, (_, index) => tools.call(talentTools.lists_get, { id: `lst_${index}` }));

describe('the bulkhead of a connection', () => {
  it('serves callers in turn when the connection has no free call', async () => {
    const { gate, open, sent, callers } = gatedConnector({ maxRequestsInFlight: 11 });
    const asked = [...read(open(), 20), ...read(open({ identifier: 'ben' }), 3)];
    await gate.whenWaiting(11);
    expect(callers()).toEqual([...Array(10).fill('ada'), 'ben']);

    gate.open();
    await Promise.all(asked);
    expect(sent).toHaveLength(23);
    // Ben's three calls do not wait for the ten calls of Ada that were queued before them.
    expect(callers().lastIndexOf('ben')).toBeLessThan(16);
  });

  it('limits the calls of all callers to those of the transport', async () => {
    const { gate, open, sent } = gatedConnector({ maxRequestsInFlight: 25 });
    const asked = ['ada', 'ben', 'cleo', 'dan'].flatMap((identifier) => read(open({ identifier }), 10));
    await gate.whenWaiting(25);
    expect(sent).toHaveLength(25);
    gate.open();

    expect(await Promise.all(asked)).toHaveLength(40);
  });

  it('queues the whole budget of ten operations of one caller, and rejects what exceeds it without sending it', async () => {
    const { gate, open, sent } = gatedConnector();
    const asked = Array.from({ length: 10 }, (_, operation) => ({ tools: open(), operation })).flatMap(
      ({ tools, operation }) =>
        Array.from({ length: 200 }, (_, index) =>
          tools.call(talentTools.lists_get, { id: `lst_${operation}_${index}` }),
        ),
    );
    asked.push(...read(open(), 10));
    const tools = open();
    expect(await failureOf(tools.call(talentTools.lists_get, { id: 'lst_over' }))).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'lists_get was not called: too many calls of this caller are waiting.',
      retryAfterMs: 1_000,
      neverArrived: true,
      isRetryable: true,
    });
    expect(tools.trace).toEqual([]);
    const other = read(open({ identifier: 'ben' }), 1);

    gate.open();
    await Promise.all([...asked, ...other]);
    expect(sent).toHaveLength(2_011);
  });
});

describe('the requests of a connection in flight', () => {
  useStoppedClock();

  it('are more than usual only while a caller waits, up to the maximum', async () => {
    let gate = createGate();
    const { open, sent } = scriptedConnector({
      answer: async () => {
        await gate.pass();
        return { id: 'lst_1', name: 'Founders' };
      },
      transport: { usualRequestsInFlight: 5, maxRequestsInFlight: 12 },
    });
    const tools = ['ada', 'ben', 'cleo'].map((identifier) => open({ identifier }));
    const readBurst = () => tools.flatMap((each) => read(each, 6));
    const sentAfter = async (ms: number) => {
      await settled();
      await vi.advanceTimersByTimeAsync(ms);
      await settled();
      return sent.length;
    };

    const first = readBurst();
    expect(await sentAfter(49)).toBe(5);
    expect(await sentAfter(1)).toBe(10);
    expect(await sentAfter(50)).toBe(12);
    expect(await sentAfter(1000)).toBe(12);
    gate.open();
    await Promise.all(first);

    gate = createGate();
    const second = readBurst();
    expect(await sentAfter(49)).toBe(18 + 5);
    gate.open();
    await Promise.all(second);
  });
});
