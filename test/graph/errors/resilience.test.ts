import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import {
  CityTotalDocument,
  PageWithListsDocument,
  ScreenWithProblemDocument,
} from '../../support/generated/operations.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { settled } from '../../support/gate.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

const never = () => new Promise<never>(() => {});

async function startWithSignals(environment: Record<string, string>) {
  const graph = await startGraph({ environment });
  await storeSignals(
    graph.db,
    ['sig_1', 'sig_2', 'sig_3'].map((id, index) => ({ id, discovered_at: minutesAgo(index) })),
  );
  return graph;
}

describe('an operation', () => {
  const graph = useGraph();

  it('lists every attempt among its tool calls', async () => {
    let attempts = 0;
    graph.tools.replace('cities_list', (_call, real) => {
      attempts += 1;
      if (attempts > 2) return real();
      return Promise.reject(new ToolError({ code: 'UPSTREAM_UNAVAILABLE', tool: 'cities_list', message: 'No.' }));
    });
    const { data, toolCalls } = await graph.ask(CityTotalDocument, {});

    expect(data.cities?.totalCount).toBe(0);
    expect(toolCalls).toEqual(times(3, called('cities_list')));
    expect(graph.tools.calls).toHaveLength(3);
  });
});

describe('an operation with time limits', () => {
  const graph = useGraph(() => startWithSignals({ TOOL_TIMEOUT_MS: '1000', OPERATION_TIMEOUT_MS: '1500' }));

  useStoppedClock();

  it('returns partial results at its time limit, and names the slow tool for missing ones', async () => {
    const received: string[] = [];
    graph.tools.replace('signals_entries', async ({ input }, real) => {
      const { id } = Object(input);
      const payload = await (id === 'sig_2' ? never() : real());
      received.push(id);
      return payload;
    });
    const answer = graph.execute(PageWithListsDocument, { first: 3 });
    while (received.length < 2) await settled();
    await settled();
    await vi.advanceTimersByTimeAsync(1500);
    const { data, errors } = await answer;

    expect(data?.signals?.nodes).toEqual([{ lists: [] }, { lists: null }, { lists: [] }]);
    expect(errors).toEqual([
      {
        message: 'This operation exceeded its time limit of 1500 ms before signals_entries returned.',
        path: ['signals', 'nodes', 1, 'lists'],
        extensions: {
          code: 'UPSTREAM_TIMEOUT',
          tool: 'signals_entries',
          isRetryable: true,
          retryAt: null,
          requestId: expect.any(String),
        },
      },
    ]);
  });

  it('reports a change that timed out as a problem, after one call', async () => {
    graph.tools.replace('signal_screen', never);
    const answer = graph.ask(ScreenWithProblemDocument, { id: 'sig_1' });
    while (graph.tools.calls.length === 0) await settled();
    await vi.advanceTimersByTimeAsync(1000);
    const { data } = await answer;

    expect(data.screenSignal).toMatchObject({ code: 'UPSTREAM_TIMEOUT', tool: 'signal_screen', isRetryable: true });
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['signal_screen']);
  });
});

describe('a lookup', () => {
  const graph = useGraph(() => startWithSignals({ CACHE_SECONDS: '60' }));

  it('is cached for later operations of the same caller only', async () => {
    for (const as of ['ada', 'ben', 'ada', 'ben']) {
      expect((await graph.ask(CityTotalDocument, {}, { as })).data.cities?.totalCount).toBe(0);
    }

    expect(graph.tools.calls.map(({ tool, identifier }) => `${identifier} ${tool}`)).toEqual([
      'ada cities_list',
      'ben cities_list',
    ]);
  });
});
