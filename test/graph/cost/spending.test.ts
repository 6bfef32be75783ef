import { beforeAll, describe, expect, it } from 'vitest';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { ManyEdgesDocument, ManyRootsDocument, PageWithListsDocument } from '../../support/generated/operations.ts';
import { createGate } from '../../support/gate.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';

const maxCallsInFlight = 10;

describe('spending tool calls', () => {
  const toolsCalled = () => graph.tools.calls.map(({ tool }) => tool);

  const graph = useGraph(() => startGraph());
  beforeAll(() =>
    storeSignals(
      graph.db,
      Array.from({ length: 200 }, (_, index) => ({
        id: `sig_${index}`,
        discovered_at: minutesAgo(index),
        linkedin_id: `person-${index}`,
        experiences: [{ company_id: `exe_${index}` }],
        educations: [{ institution_id: `ede_${index}` }],
      })),
    ),
  );

  /** Makes every call of these tools wait at a gate. */
  function gateAt(...tools: string[]) {
    const gate = createGate();
    for (const tool of tools) {
      graph.tools.replace(tool, async (_call, real) => {
        await gate.pass();
        return real();
      });
    }
    return gate;
  }

  it('has a limited number of calls per caller in flight, across all their operations', async () => {
    const gate = gateAt('signals_entries');
    const one = graph.ask(PageWithListsDocument, { first: 100 });
    await gate.whenWaiting(maxCallsInFlight);
    const two = graph.ask(PageWithListsDocument, { first: 1 });
    await gate.whenWaiting(maxCallsInFlight);
    expect(toolsCalled()).toEqual([
      'signals_list',
      ...Array.from({ length: maxCallsInFlight }, () => 'signals_entries'),
    ]);

    gate.open();
    expect((await one).toolCalls).toEqual([called('signals_list'), ...times(100, called('signals_entries'))]);
    expect((await two).toolCalls).toEqual([called('signals_list'), called('signals_entries')]);
  });

  it('starts all root fields concurrently', async () => {
    const tools = [
      'signals_list',
      'signals_get',
      'lists_get',
      'searches_list',
      'cities_list',
      'companies_list',
      'educations_list',
      'list_entries_get',
    ];
    const gate = gateAt(...tools);
    const asked = graph.ask(ManyRootsDocument, {});
    await gate.whenWaiting(8);
    expect(toolsCalled().toSorted()).toEqual(tools.toSorted());

    gate.open();
    expect((await asked).data).toEqual({
      signals: { totalCount: 200 },
      signal: { id: 'sig_0' },
      list: null,
      savedSearches: [],
      cities: { totalCount: 0 },
      companies: { totalCount: 0 },
      educationInstitutions: { totalCount: 0 },
      listEntry: null,
    });
  });

  it('starts all edges of a page concurrently', async () => {
    const gate = gateAt('companies_list', 'educations_list', 'signals_entries', 'signals_list_by_linkedin_id');
    const asked = graph.ask(ManyEdgesDocument, {});
    await gate.whenWaiting(6);

    gate.open();
    expect((await asked).toolCalls.toSorted((a, b) => (a.tool < b.tool ? -1 : 1))).toEqual([
      called('companies_list', 2),
      called('educations_list', 2),
      ...times(2, called('signals_entries')),
      called('signals_list'),
      ...times(2, called('signals_list_by_linkedin_id')),
    ]);
  });
});
