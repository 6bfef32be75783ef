import { describe, expect, it } from 'vitest';
import { startOperation } from '../../../src/operation/operation.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import type { TransportCall } from '../../../src/connector/transport.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { createGate, type Gate, settled } from '../../support/gate.ts';
import { emptyPage, failing, failureOf, scriptedConnector, sourcesOf } from './scripted-connector.ts';

const payload = { items: [{ id: 'lst_1', name: 'Founders' }] };

/** A connector whose calls each wait for the gate that `gateOf` returns. */
function gatedConnector(gateOf: (call: TransportCall, index: number) => Gate) {
  return scriptedConnector({
    async answer(call, index) {
      await gateOf(call, index).pass();
      return call.tool === talentTools.lists_list ? payload : { ...emptyPage, id: 'lst_1', name: 'Founders' };
    },
  });
}

function singleGateConnector() {
  const gate = createGate();
  return { gate, ...gatedConnector(() => gate) };
}

describe('identical reads in flight', () => {
  it('share one call across operations', async () => {
    const { gate, open, sent } = singleGateConnector();
    const sessions = [open(), open(), open()];
    const answers = sessions.map((tools) => tools.call(talentTools.lists_list, {}, { keys: 2 }));
    await gate.whenWaiting(1);
    gate.open();

    const [first, second, third] = await Promise.all(answers);
    expect([first, second, third].map((answer) => answer?.items.map(({ id }) => id))).toEqual([
      ['lst_1'],
      ['lst_1'],
      ['lst_1'],
    ]);
    expect(sent).toHaveLength(1);
    expect(sessions.map(sourcesOf)).toEqual([['CALLED'], ['SHARED'], ['SHARED']]);
    expect(sessions.flatMap(({ trace }) => trace.map(({ keys }) => keys))).toEqual([2, 2, 2]);
  });

  it('return one record to all callers, frozen with all its parts', async () => {
    const { open } = scriptedConnector({
      answer: async () => ({ trigger: 'conversation_processed', payload: { nested: [{ value: 1 }] } }),
    });
    const ask = () => open().call(conversationTools.webhook_sample_get, { trigger: 'conversation_processed' });
    const alone = await ask();
    const [first, second] = await Promise.all([ask(), ask()]);

    expect(second).toBe(first);
    expect(first).toEqual(alone);
    const partsOf = (value: unknown): object[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];
    expect(partsOf(first).map(Object.isFrozen)).toEqual([true, true, true, true]);
    expect(partsOf(alone).map(Object.isFrozen)).toEqual([false, false, false, false]);
  });

  it('report an unreadable item once', async () => {
    const { open, logged } = scriptedConnector({
      answer: async () => ({ items: [{ id: 'sig_1', experiences: [7] }] }),
    });
    const ask = () => open().call(talentTools.signals_list, {});
    const [first, second] = await Promise.all([ask(), ask()]);

    expect(second).toBe(first);
    expect(first.items).toMatchObject([{ id: 'sig_1', experiences: [] }]);
    expect(logged).toMatchObject([{ tool: 'signals_list', path: 'items.0.experiences.0' }]);
  });

  it('fail for all callers if the payload is unreadable', async () => {
    const { open, sent } = scriptedConnector({ answer: async () => ({ items: 7 }) });
    const ask = () => failureOf(open().call(talentTools.signals_list, {}));
    const fault = { code: 'MALFORMED_PAYLOAD', message: expect.stringContaining('items must be a list') };

    expect(await Promise.all([ask(), ask()])).toMatchObject([fault, fault]);
    expect(sent).toHaveLength(1);
  });

  it('are recognized regardless of the order of input keys', async () => {
    const { open, sent } = scriptedConnector({ answer: async () => emptyPage });
    await Promise.all([
      open().call(talentTools.cities_list, { search: 'Bern', page: '1' }),
      open().call(talentTools.cities_list, { page: '1', search: 'Bern' }),
    ]);

    expect(sent).toHaveLength(1);
  });

  it('are not shared between identifiers, inputs, tools or connections', async () => {
    const { open, sent } = scriptedConnector({ answer: async () => ({ ...emptyPage, id: 'lst_1', name: 'Founders' }) });
    await Promise.all([
      open().call(talentTools.lists_list, {}),
      open({ identifier: 'ben' }).call(talentTools.lists_list, {}),
      open().call(talentTools.searches_list, {}),
      open().call(talentTools.lists_get, { id: 'lst_1' }),
      open().call(talentTools.lists_get, { id: 'lst_2' }),
      open().call(conversationTools.users_list, {}),
    ]);

    expect(sent).toHaveLength(6);
  });

  it('are not shared after they have returned', async () => {
    const { open, sent } = scriptedConnector({ answer: async () => payload });
    await open().call(talentTools.lists_list, {});
    await open().call(talentTools.lists_list, {});

    expect(sent).toHaveLength(2);
  });

  it('fail together, with the retries of only one call', async () => {
    const { open, sent } = scriptedConnector({ answer: () => Promise.reject(failing('UPSTREAM_TIMEOUT')) });
    const sessions = [open(), open()];
    const ends = await Promise.all(sessions.map((tools) => failureOf(tools.call(talentTools.lists_list, {}))));

    expect(ends).toMatchObject([{ code: 'UPSTREAM_TIMEOUT' }, { code: 'UPSTREAM_TIMEOUT' }]);
    expect(sent).toHaveLength(3);
    expect(sessions.map(sourcesOf)).toEqual([['CALLED', 'CALLED', 'CALLED'], ['SHARED']]);
  });

  it('continue for the other callers when one aborts, even if it was the first', async () => {
    const { gate, open, sent } = singleGateConnector();
    const leave = new AbortController();
    const left = failureOf(open({ signal: leave.signal }).call(talentTools.lists_list, {}));
    const stayed = open().call(talentTools.lists_list, {});
    await gate.whenWaiting(1);

    leave.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    expect(sent[0]?.signal.aborted).toBe(false);
    gate.open();
    expect((await stayed).items).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('are aborted when the last caller has aborted, and cannot be joined afterwards', async () => {
    const { gate, open, sent } = singleGateConnector();
    const leaving = [new AbortController(), new AbortController()];
    const left = leaving.map(({ signal }) => failureOf(open({ signal }).call(talentTools.lists_list, {})));
    await gate.whenWaiting(1);

    leaving[0]?.abort();
    expect(sent[0]?.signal.aborted).toBe(false);
    leaving[1]?.abort();
    expect(sent[0]?.signal.aborted).toBe(true);
    await Promise.all(left);
    const anew = open().call(talentTools.lists_list, {});
    await gate.whenWaiting(2);
    gate.open();
    expect((await anew).items).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('fail for a caller whose deadline has passed and continue for the others', async () => {
    const { gate, open } = singleGateConnector();
    const operation = startOperation({
      payer: createPayer('ada'),
      clientSignal: new AbortController().signal,
      // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
      timeoutMs: 20,
    });
    const hurried = failureOf(
      open({ signal: operation.callSignal, deadlineAt: operation.deadlineAt }).call(talentTools.lists_list, {}),
    );
    const patient = open().call(talentTools.lists_list, {});

    expect(await hurried).toMatchObject({ code: 'UPSTREAM_TIMEOUT', tool: 'lists_list' });
    gate.open();
    expect((await patient).items).toHaveLength(1);
  });
});

describe('changes', () => {
  it('are never shared', async () => {
    const { open, sent } = scriptedConnector({ answer: async () => ({ id: 'lst_1', name: 'Founders' }) });
    const rename = () => open().call(talentTools.lists_update, { id: 'lst_1', name: 'Founders' });
    await Promise.all([rename(), rename()]);

    expect(sent).toHaveLength(2);
  });

  it.each([
    [
      'repeatable',
      (tools: ReturnType<ReturnType<typeof singleGateConnector>['open']>) =>
        tools.call(talentTools.lists_update, { id: 'lst_1', name: 'Founders' }),
    ],
    [
      'once',
      (tools: ReturnType<ReturnType<typeof singleGateConnector>['open']>) =>
        tools.call(talentTools.lists_create, { name: 'Founders', accesses: [] }),
    ],
  ])('of the class %s prevent later reads of all callers from joining earlier ones', async (_class, change) => {
    const reads = createGate();
    const changes = createGate();
    const { open, sentTools } = gatedConnector(({ tool }) => (tool.class === 'read' ? reads : changes));
    const ask = () => open().call(talentTools.lists_list, {});
    const before = [ask(), ask()];
    const changed = change(open({ identifier: 'ben' }));
    const during = [ask(), ask()];
    changes.open();
    await changed;
    const after = [ask(), ask()];
    await reads.whenWaiting(4);
    reads.open();
    await Promise.all([...before, ...during, ...after]);

    expect(sentTools().filter((tool) => tool === 'lists_list')).toHaveLength(4);
  });

  it('prevent later reads from joining earlier ones even when they fail', async () => {
    const gate = createGate();
    const { open, sentTools } = scriptedConnector({
      async answer({ tool }) {
        if (tool.class !== 'read') throw failing('UPSTREAM_TIMEOUT');
        await gate.pass();
        return payload;
      },
    });
    const before = open().call(talentTools.lists_list, {});
    await failureOf(open().call(talentTools.lists_delete, { id: 'lst_1' }));
    const after = open().call(talentTools.lists_list, {});
    await gate.whenWaiting(2);
    gate.open();
    await Promise.all([before, after]);

    expect(sentTools()).toEqual(['lists_list', 'lists_delete', 'lists_list']);
  });

  it('do not affect reads of another connection', async () => {
    const reads = createGate();
    const changes = createGate();
    const { open, sentTools } = gatedConnector(({ tool }) => (tool.class === 'read' ? reads : changes));
    const before = open().call(talentTools.lists_list, {});
    const changed = open().call(conversationTools.webhook_delete, { id: '0b8f9d0e-0f3c-4b60-8f5e-6d2b6a0c1d2e' });
    const after = open().call(talentTools.lists_list, {});
    changes.open();
    reads.open();
    await Promise.all([before, changed, after]);
    await settled();

    expect(sentTools()).toEqual(['lists_list', 'webhook_delete']);
  });
});
