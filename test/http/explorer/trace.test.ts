import { describe, expect, it } from 'vitest';
import { readTrace, summarizeTrace, type ToolCall } from '../../../src/http/explorer/trace/trace.ts';

const call = (tool: string, startMs: number, durationMs: number, rest: Partial<ToolCall> = {}): ToolCall => ({
  tool,
  source: 'CALLED',
  keys: 1,
  startMs,
  durationMs,
  ...rest,
});

describe('the rounds of a trace', () => {
  const roundsOf = (calls: ToolCall[]) => summarizeTrace(calls, 10).groups.map(({ tool, round }) => [tool, round]);

  it('count the longest chain of calls that waited for each other', () => {
    const calls = [
      call('signals_list', 0, 5),
      call('signals_entries', 5, 10),
      call('companies_list', 5.1, 40),
      call('lists_list', 15, 5),
    ];
    expect(roundsOf(calls)).toEqual([
      ['signals_list', 1],
      ['signals_entries', 2],
      ['companies_list', 2],
      ['lists_list', 3],
    ]);
    expect(summarizeTrace(calls, 10)).toMatchObject({ rounds: 3, sent: 4, totalMs: 45.1 });
  });

  it('do not depend on the order of the calls', () => {
    expect(roundsOf([call('b', 5, 5), call('a', 0, 5)])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('allow for times that were rounded', () => {
    expect(roundsOf([call('a', 0, 5.02), call('b', 5, 1)])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(roundsOf([call('a', 0, 5.04), call('b', 5, 1)])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('are not increased by cached results, which take no time', () => {
    expect(roundsOf([call('users_list', 0, 0, { source: 'CACHED' }), call('lists_list', 0.5, 3)])).toEqual([
      ['users_list', 1],
      ['lists_list', 1],
    ]);
  });

  it('are increased by shared calls, for which the operation waited', () => {
    expect(roundsOf([call('lists_get', 0, 4, { source: 'SHARED' }), call('list_entries_list', 4, 3)])).toEqual([
      ['lists_get', 1],
      ['list_entries_list', 2],
    ]);
  });
});

describe('equal calls', () => {
  it('are one group with the sum of their objects and costs', () => {
    const { groups } = summarizeTrace([call('summary_get', 1, 5), call('summary_get', 2, 6, { keys: 2 })], 10);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      tool: 'summary_get',
      state: 'called',
      keys: 3,
      startMs: 1,
      durationMs: 7,
      cost: 20,
    });
    expect(groups[0]?.calls).toHaveLength(2);
  });

  it('are different groups in different rounds, or with different results', () => {
    const calls = [
      call('signals_get', 0, 1),
      call('signals_get', 0, 1, { error: 'NOT_FOUND' }),
      call('signals_get', 0, 2, { error: 'UPSTREAM_TIMEOUT' }),
      call('signals_get', 0, 1, { source: 'SHARED' }),
      call('signals_get', 0, 0, { source: 'CACHED' }),
      call('signals_get', 2, 1),
    ];
    const { groups, ...totals } = summarizeTrace(calls, 10);
    expect(groups.map(({ round, state, error, cost }) => [round, state, error, cost])).toEqual([
      [1, 'called', undefined, 10],
      [1, 'failed', 'NOT_FOUND', 10],
      [1, 'failed', 'UPSTREAM_TIMEOUT', 10],
      [1, 'shared', undefined, 0],
      [1, 'cached', undefined, 0],
      [2, 'called', undefined, 10],
    ]);
    expect(totals).toEqual({ sent: 4, saved: 2, failed: 2, rounds: 2, totalMs: 3 });
  });
});

describe('a response', () => {
  it('without calls has no rounds', () => {
    expect(summarizeTrace([], 10)).toEqual({ groups: [], sent: 0, saved: 0, failed: 0, rounds: 0, totalMs: 0 });
  });

  it('is read with its cost', () => {
    const cost = { requestedQueryCost: 12, actualQueryCost: 11 };
    const toolCalls = [call('lists_list', 0, 1)];
    expect(readTrace(JSON.stringify({ data: {}, extensions: { toolCalls, cost } }))).toEqual({ toolCalls, cost });
    expect(readTrace(JSON.stringify({ data: {}, extensions: { toolCalls } }))).toEqual({ toolCalls });
  });

  it.each(['', 'null', '{', '[]', '"text"', '{"data":{}}', '{"extensions":{"toolCalls":null}}'])(
    'of %j has no trace',
    (text) => {
      expect(readTrace(text)).toBeUndefined();
    },
  );
});
