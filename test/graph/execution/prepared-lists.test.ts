import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { PreparedPageDocument, SignalsInTwoPlacesDocument } from '../../support/generated/operations.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../support/graph/test-graph.ts';

describe('the fields of a list', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeCompanies(graph.db, [{ id: 'exe_1', name: 'Cobalt Robotics' }]);
    await storeSignals(
      graph.db,
      ['Nia', 'Omar', 'Pia'].map((name, index) => ({
        id: `sig_${name}`,
        discovered_at: minutesAgo(index),
        full_name: name,
        experiences: [{ company_id: 'exe_1' }, { company_id: 'exe_unknown' }],
      })),
    );
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ signal_id: 'sig_Nia' }] },
      { id: 'lst_2', name: 'Research', creator: 'usr_ada', entries: [{ signal_id: 'sig_Omar' }] },
    ]);
  });

  it('are loaded for each place with what is selected there, even if a fragment is the same', async () => {
    const { data, errors } = await graph.execute(SignalsInTwoPlacesDocument, {});
    expect(errors).toEqual([]);
    expect(data?.signals).toEqual({
      nodes: [
        { id: 'sig_Nia', lists: [{ id: 'lst_1' }] },
        { id: 'sig_Omar', lists: [{ id: 'lst_2' }] },
      ],
      edges: [
        { node: { id: 'sig_Nia', lists: [{ id: 'lst_1', name: 'Founders' }] } },
        { node: { id: 'sig_Omar', lists: [{ id: 'lst_2', name: 'Research' }] } },
      ],
    });
  });

  it('are loaded below fields without calls and below loaded lists', async () => {
    const { data, toolCalls } = await graph.execute(PreparedPageDocument, {});
    const experiences = [{ company: { name: 'Cobalt Robotics' } }, { company: { name: null } }];
    const list = (name: string, id: string) => ({ name, entries: { nodes: [{ signal: { id } }] } });
    expect(data?.signals?.nodes).toEqual([
      { id: 'sig_Nia', experiences, lists: [list('Founders', 'sig_Nia')] },
      { id: 'sig_Omar', experiences, lists: [list('Research', 'sig_Omar')] },
      { id: 'sig_Pia', experiences, lists: [] },
    ]);
    expect(toolCalls).toEqual([
      called('signals_list'),
      ...times(3, called('signals_entries')),
      called('companies_list', 2),
      called('lists_list', 2),
      ...times(2, called('list_entries_list')),
    ]);
  });

  it('report the error of each item at its path, in the order of the items', async () => {
    graph.tools.replace('signals_entries', async () => {
      throw new ToolError({ code: 'UPSTREAM_ERROR', message: 'signals_entries failed.', tool: 'signals_entries' });
    });
    const { data, errors } = await graph.execute(PreparedPageDocument, {});
    expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions?.['code']])).toEqual(
      [0, 1, 2].map((index) => [`signals.nodes.${index}.lists`, 'UPSTREAM_ERROR']),
    );
    expect(data?.signals?.nodes.map(({ lists }) => lists)).toEqual([null, null, null]);
  });
});
