import { describe, expect, it } from 'vitest';
import { describeTrace, groupCalls, readTrace, type ToolCall } from '../../../src/http/explorer/trace/trace.ts';

function call(tool: string, startMs: number, durationMs: number, rest: Partial<ToolCall> = {}): ToolCall {
  return { tool, source: 'CALLED', keys: 1, startMs, durationMs, ...rest };
}

const chain = [
  call('signals_list', 0, 5),
  call('signals_entries', 5, 10),
  call('companies_list', 5.1, 40),
  call('lists_list', 15, 5),
];

describe('the rounds of a trace', () => {
  it.each<[string, ToolCall[], string[]]>([
    ['count the longest chain', chain, ['signals_list 1', 'signals_entries 2', 'companies_list 2', 'lists_list 3']],
    ['do not depend on the order of the calls', [call('b', 5, 5), call('a', 0, 5)], ['a 1', 'b 2']],
    ['allow for rounded times', [call('a', 0, 5.02), call('b', 5, 1)], ['a 1', 'b 2']],
    ['separate no calls that overlap', [call('a', 0, 5.04), call('b', 5, 1)], ['a 1', 'b 1']],
    ['ignore cached results', [call('a', 0, 0, { source: 'CACHED' }), call('b', 0.5, 3)], ['a 1', 'b 1']],
    ['count shared calls', [call('a', 0, 4, { source: 'SHARED' }), call('b', 4, 3)], ['a 1', 'b 2']],
  ])('%s', (_, calls, rounds) => {
    expect(groupCalls(calls, 10).map(({ tool, round }) => `${tool} ${round}`)).toEqual(rounds);
  });
});

it('sums up equal calls', () => {
  const groups = groupCalls([call('summary_get', 1, 5), call('summary_get', 2, 6, { keys: 2 })], 10);
  expect(groups).toMatchObject([{ round: 1, state: 'called', keys: 3, startMs: 1, durationMs: 7, cost: 20 }]);
  expect(groups[0]?.calls).toHaveLength(2);
});

describe('a trace with different results', () => {
  const toolCalls = [
    call('signals_get', 0, 1),
    call('signals_get', 0, 1, { error: 'NOT_FOUND' }),
    call('signals_get', 0, 2, { error: 'UPSTREAM_TIMEOUT' }),
    call('signals_get', 0, 1, { source: 'SHARED' }),
    call('signals_get', 0, 0, { source: 'CACHED' }),
    call('signals_get', 2, 1),
  ];

  it('has a group for each of them', () => {
    expect(groupCalls(toolCalls, 10).map(({ round, state, error, cost }) => [round, state, error, cost])).toEqual([
      [1, 'called', undefined, 10],
      [1, 'failed', 'NOT_FOUND', 10],
      [1, 'failed', 'UPSTREAM_TIMEOUT', 10],
      [1, 'shared', undefined, 0],
      [1, 'cached', undefined, 0],
      [2, 'called', undefined, 10],
    ]);
  });

  it('is described in one line, with its cost if the response has it', () => {
    const cost = { requestedQueryCost: 60, actualQueryCost: 41 };
    const calls = '2 saved · 2 failed · 2 rounds · 3 ms';
    expect(describeTrace({ toolCalls }, 10)).toBe(`4 calls · ${calls}`);
    expect(describeTrace({ toolCalls, cost }, 10)).toBe(`Cost 41: 40 for 4 calls + 1 object · estimated 60 · ${calls}`);
    expect(readTrace(JSON.stringify({ data: {}, extensions: { toolCalls, cost } }))).toEqual({ toolCalls, cost });
  });
});

it.each(['', 'null', '{', '{"data":{}}', '{"extensions":{"toolCalls":null}}'])('%j has no trace', (text) => {
  expect(readTrace(text)).toBeUndefined();
});
