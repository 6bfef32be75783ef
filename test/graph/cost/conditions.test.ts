import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { SignalsWithConditionsDocument } from '../../support/generated/operations.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';

describe('fields under @skip and @include', () => {
  const graph = useGraph(() => startGraph());
  beforeAll(async () => {
    await storeCompanies(graph.db, [{ id: 'exe_1', name: 'Cobalt Robotics' }]);
    await storeSignals(graph.db, [
      {
        id: 'sig_1',
        discovered_at: minutesAgo(1),
        experiences: [{ company_id: 'exe_1' }],
        educations: [{ institution_id: 'ede_1' }],
      },
    ]);
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ signal_id: 'sig_1' }] },
    ]);
  });

  it('cost nothing when they are excluded', async () => {
    const { data, toolCalls } = await graph.ask(SignalsWithConditionsDocument, { id: 'sig_1', names: false });

    expect(data.signal).toEqual({
      lists: [{ id: 'lst_1' }],
      experiences: [{ company: { id: 'exe_1' } }],
      educations: [{ institution: { id: 'ede_1' } }],
    });
    expect(toolCalls).toEqual([called('signals_get'), called('signals_entries')]);
  });

  it('cost their calls when they are included', async () => {
    const { data, toolCalls } = await graph.ask(SignalsWithConditionsDocument, { id: 'sig_1', names: true });

    expect(data.signal).toEqual({
      lists: [{ id: 'lst_1', name: 'Founders' }],
      experiences: [{ company: { id: 'exe_1', name: 'Cobalt Robotics' } }],
      educations: [{ institution: { id: 'ede_1' } }],
    });
    expect(toolCalls.map(({ tool }) => tool).toSorted()).toEqual([
      'companies_list',
      'lists_list',
      'signals_entries',
      'signals_get',
    ]);
  });
});
