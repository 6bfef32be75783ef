import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { allScopes } from '../../src/tools/tool.ts';
import { createConnector } from '../../src/connector/connector.ts';
import { sendEach, type Transport, type TransportCall } from '../../src/connector/transport.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { calmResilience } from '../support/graph/calm-resilience.ts';
import { createGate, settled } from '../support/gate.ts';

const connections = { talent: { connectionName: 'Talent (EU)', toolPrefix: 'acme_' } };
const { signal } = new AbortController();
const plain = { resilience: calmResilience, log: pino({ level: 'silent' }) };

let lists = 0;
/** The input of a unique read, because identical reads in flight share one call. */
const nextList = () => ({ id: `lst_${(lists += 1)}` });

function gatedTransport() {
  const gate = createGate();
  const calls: TransportCall[] = [];
  const transport: Transport = {
    send: sendEach(async (call) => {
      calls.push(call);
      const { tool } = call;
      await gate.pass();
      return tool.name === 'lists_get' ? { id: 'lst_1', name: 'Founders' } : { items: [] };
    }),
    listTools: async () => [],
  };
  return { gate, calls, transport };
}

describe('the connector', () => {
  it('calls a tool with the name of the connection and the prefixed name of the tool', async () => {
    const { gate, calls, transport } = gatedTransport();
    gate.open();
    const tools = createConnector({ transport, connections, ...plain }).openSession({
      identifier: 'ada',
      scopes: allScopes,
      signal,
    });
    await tools.call(talentTools.cities_list, { search: 'Bern' });

    expect(calls).toEqual([
      {
        connectionName: 'Talent (EU)',
        identifier: 'ada',
        tool: talentTools.cities_list,
        toolName: 'acme_cities_list',
        input: { search: 'Bern' },
        onAccountVersion: expect.any(Function),
        signal: expect.any(AbortSignal),
        trace: { requestId: undefined, context: expect.anything() },
      },
    ]);
  });

  it('lists the configured connections', () => {
    const { transport } = gatedTransport();

    expect(createConnector({ transport, connections, ...plain }).connections).toEqual([
      { kind: 'talent', connectionName: 'Talent (EU)' },
    ]);
    expect(createConnector({ transport, connections: {}, ...plain }).connections).toEqual([]);
  });

  it('sends at most ten calls of an identifier at a time, over all its operations, and does not delay other identifiers', async () => {
    const { gate, calls, transport } = gatedTransport();
    const connector = createConnector({ transport, connections, ...plain });
    const open = (identifier: string) => connector.openSession({ identifier, scopes: allScopes, signal });
    const [one, two, other] = [open('ada'), open('ada'), open('ben')];
    const asked = [one, two, other].flatMap((tools) =>
      Array.from({ length: 8 }, () => tools.call(talentTools.lists_get, nextList())),
    );
    await gate.whenWaiting(18);

    expect(calls.filter(({ identifier }) => identifier === 'ada')).toHaveLength(10);
    gate.open();
    await Promise.all(asked);
    expect(calls).toHaveLength(24);
  });

  it('does not send queued calls of an aborted operation, and continues with those of other operations', async () => {
    const { gate, calls, transport } = gatedTransport();
    const connector = createConnector({ transport, connections, ...plain });
    const leave = new AbortController();
    const leaving = connector.openSession({ identifier: 'ada', scopes: allScopes, signal: leave.signal });
    const staying = connector.openSession({ identifier: 'ada', scopes: allScopes, signal });
    const left = Array.from({ length: 15 }, () => leaving.call(talentTools.lists_get, nextList()));
    const ends = Promise.allSettled(left);
    const stayed = staying.call(talentTools.searches_list, {});
    await gate.whenWaiting(10);

    leave.abort();
    gate.open();
    await stayed;
    await settled();
    expect(calls.map(({ tool }) => tool.name)).toEqual([...Array(10).fill('lists_get'), 'searches_list']);
    expect((await ends).map(({ status }) => status)).toEqual(Array(15).fill('rejected'));
  });

  it('sends the next queued call when one has failed', async () => {
    let failures = 0;
    const transport: Transport = {
      send: sendEach(async () => {
        failures += 1;
        throw new Error('no answer');
      }),
      listTools: async () => [],
    };
    const tools = createConnector({ transport, connections, ...plain }).openSession({
      identifier: 'ada',
      scopes: allScopes,
      signal,
    });
    const ends = await Promise.allSettled(
      Array.from({ length: 25 }, () => tools.call(talentTools.lists_get, nextList())),
    );

    expect(ends.map(({ status }) => status)).toEqual(Array(25).fill('rejected'));
    expect(failures).toBe(25);
  });
});
