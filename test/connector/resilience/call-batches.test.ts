import { describe, expect, it } from 'vitest';
import type { SentCall } from '../../../src/connector/transport.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { settled } from '../../support/gate.ts';
import { scriptedConnector } from './scripted-connector.ts';

/** A connector whose transport accepts batches, and whose requests end when the test ends them. */
function batchingConnector({ maxRequestsInFlight = 50, maxBatchCalls = 50 } = {}) {
  const requests: (readonly SentCall[])[] = [];
  const scripted = scriptedConnector({
    answer: async () => undefined,
    transport: {
      maxRequestsInFlight,
      maxBatchCalls: () => maxBatchCalls,
      send: (calls) => void requests.push(calls),
    },
  });
  const signals = new AbortController();
  const read = (count: number, { identifier = 'ada', from = 0 } = {}) => {
    const tools = scripted.open({ identifier, signal: signals.signal });
    return Array.from({ length: count }, (_, index) =>
      tools.call(talentTools.lists_get, { id: `lst_${from + index}` }),
    );
  };
  const end = (calls: readonly SentCall[] = []) => {
    for (const call of calls) call.succeed({ id: 'lst_1', name: 'Founders' });
  };
  return {
    ...scripted,
    requests,
    sizes: () => requests.map(({ length }) => length),
    callers: () => requests.map(([first]) => first?.request.identifier),
    read,
    end,
    /** Ends all requests, including those that are sent meanwhile. */
    async endAll() {
      for (let ended = 0; ended < requests.length; ended += 1) {
        end(requests[ended]);
        await settled();
      }
    },
  };
}

describe('the reads of one caller', () => {
  it('that begin in one iteration of the event loop are one request, up to the maximum of the transport', async () => {
    const { read, sizes, endAll } = batchingConnector();
    const asked = [...read(30), ...read(25, { from: 30 })];
    await settled();
    expect(sizes()).toEqual([50, 5]);

    await endAll();
    expect(await Promise.all(asked)).toHaveLength(55);
  });

  it('are 100 at most, and the next ones share the requests that follow', async () => {
    const { read, requests, sizes, end, endAll, connector } = batchingConnector();
    const asked = read(170);
    await settled();
    expect(sizes()).toEqual([50, 50]);
    expect(connector.status()[0]).toMatchObject({ callsInFlight: 100, callsQueued: 70 });

    end(requests[0]?.slice(0, 30));
    await settled();
    expect(sizes()).toEqual([50, 50, 30]);
    expect(connector.status()[0]).toMatchObject({ callsInFlight: 100, callsQueued: 40 });
    await endAll();
    expect(await Promise.all(asked)).toHaveLength(170);
    expect(connector.status()[0]).toMatchObject({ callsInFlight: 0, callsQueued: 0 });
  });

  it('are ten requests at most, and those that wait become one', async () => {
    const { read, requests, sizes, end, endAll } = batchingConnector();
    const asked = [];
    for (let turn = 0; turn < 25; turn += 1) {
      asked.push(...read(1, { from: turn }));
      await settled();
    }
    expect(sizes()).toEqual(Array(10).fill(1));

    end(requests[0]);
    await settled();
    expect(sizes()).toEqual([...Array(10).fill(1), 15]);
    await endAll();
    expect(await Promise.all(asked)).toHaveLength(25);
  });

  it('occupy one request until the last of them has ended', async () => {
    const { read, requests, sizes, end, endAll } = batchingConnector({ maxRequestsInFlight: 1 });
    const asked = [...read(3)];
    await settled();
    asked.push(...read(1, { from: 3 }));
    end(requests[0]?.slice(0, 2));
    await settled();
    expect(sizes()).toEqual([3]);

    end(requests[0]);
    await settled();
    expect(sizes()).toEqual([3, 1]);
    await endAll();
    expect(await Promise.all(asked)).toHaveLength(4);
  });

  it('take turns with those of other callers, request by request', async () => {
    const { read, callers, sizes, endAll } = batchingConnector({ maxRequestsInFlight: 1, maxBatchCalls: 2 });
    const asked = [...read(6), ...read(1, { identifier: 'ben' }), ...read(3, { identifier: 'cleo' })];
    await settled();
    await endAll();

    expect(callers()).toEqual(['ada', 'ben', 'cleo', 'ada', 'cleo', 'ada']);
    expect(sizes()).toEqual([2, 1, 2, 2, 1, 2]);
    expect(await Promise.all(asked)).toHaveLength(10);
  });

  it('are sent again in requests of their own, within the limit of requests', async () => {
    const { read, requests, sizes, endAll } = batchingConnector();
    const asked = read(12);
    await settled();
    for (const call of requests[0] ?? []) call.sendAgain({ isAlone: true });
    await settled();
    expect(sizes()).toEqual([12, ...Array(10).fill(1)]);

    await endAll();
    expect(sizes()).toEqual([12, ...Array(12).fill(1)]);
    expect(await Promise.all(asked)).toHaveLength(12);
  });

  it('are neither shared with nor delayed by changes', async () => {
    const { open, read, requests } = batchingConnector();
    const asked = read(2);
    const change = open().call(talentTools.lists_create, { name: 'New', accesses: [] });
    await settled();

    expect(requests.map((calls) => calls.map(({ request }) => request.tool.name))).toEqual([
      ['lists_get', 'lists_get'],
      ['lists_create'],
    ]);
    for (const calls of requests) for (const call of calls) call.succeed({ id: 'lst_1', name: 'New' });
    await Promise.all([...asked, change]);
  });
});
