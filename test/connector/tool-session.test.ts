import { describe, expect, it } from 'vitest';
import { createToolLedger } from '../../src/operation/calls/tool-ledger.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { failureOf, scriptedConnector } from './resilience/scripted-connector.ts';

/** A session whose calls return the result of `answer`; `sent` lists the calls. */
function session(
  answer: () => Promise<unknown>,
  { signal, budget = 200 }: { signal?: AbortSignal; budget?: number } = {},
) {
  const { open, sent } = scriptedConnector({ answer });
  return { tools: open({ ledger: createToolLedger(budget), ...(signal && { signal }) }), sent };
}

describe('a tool session', () => {
  it('sends a call, parses its payload and records it in the trace', async () => {
    const { tools, sent } = session(async () => ({ id: 'lst_1', name: 'Founders', created_at: '2026-03-01 10:00:00' }));
    const list = await tools.call(talentTools.lists_get, { id: 'lst_1' }, { keys: 3 });

    expect(list).toEqual({
      id: 'lst_1',
      name: 'Founders',
      accesses: [],
      creator: null,
      createdAt: new Date('2026-03-01T10:00:00Z'),
      entryCount: null,
      entries: [],
    });
    expect(sent).toMatchObject([{ tool: talentTools.lists_get, input: { id: 'lst_1' } }]);
    expect(tools.trace).toEqual([
      { tool: 'lists_get', source: 'CALLED', keys: 3, startMs: expect.any(Number), durationMs: expect.any(Number) },
    ]);
  });

  it('rejects invalid input without sending a call', async () => {
    const { tools, sent } = session(async () => ({ items: [] }));
    const error = await failureOf(tools.call(talentTools.signals_list, { score: '11', limit: '101' }));

    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({
      code: 'BAD_USER_INPUT',
      tool: 'signals_list',
      message: 'score must be from 1 to 10; limit must be at most 100',
    });
    expect({ sent, trace: tools.trace }).toEqual({ sent: [], trace: [] });
  });

  it('rejects a call beyond its budget', async () => {
    const { tools, sent } = session(async () => ({ items: [] }), { budget: 2 });
    await tools.call(talentTools.lists_list, {});
    await tools.call(talentTools.lists_list, {});
    const error = await failureOf(tools.call(talentTools.searches_list, {}));

    expect(error).toMatchObject({
      code: 'TOOL_CALL_BUDGET_EXCEEDED',
      tool: 'searches_list',
      isRetryable: false,
      message: 'This operation needs more than 2 tool calls. Request fewer objects or fields at once.',
    });
    expect(sent).toHaveLength(2);
    expect(tools.trace).toHaveLength(2);
  });

  it('counts failed calls towards its budget', async () => {
    const { tools } = session(() => Promise.reject(new Error('no answer')), { budget: 1 });

    expect(await failureOf(tools.call(talentTools.lists_list, {}))).toMatchObject({ message: 'no answer' });
    expect(await failureOf(tools.call(talentTools.lists_list, {}))).toMatchObject({
      code: 'TOOL_CALL_BUDGET_EXCEEDED',
    });
  });

  it('reports the tool and the path of an unreadable payload', async () => {
    const { tools } = session(async () => ({ items: [{ id: 'lst_1' }, { id: 2 }] }));

    expect(await failureOf(tools.call(talentTools.lists_list, {}))).toMatchObject({
      code: 'MALFORMED_PAYLOAD',
      tool: 'lists_list',
      message: 'lists_list returned an unexpected payload: items.1.id must be text',
    });
  });

  it('sends nothing after the operation was aborted', async () => {
    const { tools, sent } = session(async () => ({ items: [] }), { signal: AbortSignal.abort() });

    expect(await failureOf(tools.call(talentTools.lists_list, {}))).toMatchObject({ name: 'AbortError' });
    expect({ sent, trace: tools.trace }).toEqual({ sent: [], trace: [] });
  });
});
