import { beforeAll, describe, expect, it } from 'vitest';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeLists, storeSearches } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { ada, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { LookupsDocument } from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { idOf, storeBusyTeam } from '../conversation/activity/busy-team.ts';
import { byTool, useConversationGraph } from '../conversation/conversation-graph.ts';

describe('fields that find an object by its id', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeBusyTeam(graph.db, 2);
    await storeSignals(graph.db, [{ id: 'sig_1', discovered_at: minutesAgo(1), full_name: 'Nia' }]);
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ id: 'ent_1', signal_id: 'sig_1' }] },
    ]);
    await storeCompanies(graph.db, [{ id: 'exe_1', name: 'Cobalt Robotics' }]);
    await storeSearches(graph.db, [{ id: 'sch_1', title: 'Strong', creator: 'usr_ada' }]);
  });

  const ids = { signal: 'sig_1', list: 'lst_1', search: 'sch_1', user: ada, activity: idOf(1), company: 'exe_1' };
  const objects = {
    signal: { id: 'sig_1', fullName: 'Nia' },
    list: { id: 'lst_1', name: 'Founders', entries: { nodes: [{ id: 'ent_1' }] } },
    savedSearch: { id: 'sch_1', title: 'Strong', signals: { nodes: [{ id: 'sig_1' }] } },
    user: { id: ada, name: 'Ada Moreau' },
    activity: { id: idOf(1), summary: { content: 'Summary 1' } },
    company: { id: 'exe_1', name: 'Cobalt Robotics' },
  };
  const fetched = {
    fetch__Signal: objects.signal,
    fetch__List: objects.list,
    fetch__SavedSearch: objects.savedSearch,
    fetch__User: objects.user,
    fetch__Activity: objects.activity,
    fetch__Company: objects.company,
  };
  const lookups = [
    called('companies_list'),
    called('list_entries_list'),
    called('lists_get'),
    called('searches_get'),
    called('searches_signals_list'),
    called('signals_get'),
    called('summary_get'),
    called('users_list'),
  ];

  it.each([
    ['their own names', { find: true, fetch: false }, objects],
    ['the names that Relay requires', { find: false, fetch: true }, fetched],
  ])('return the same with the same calls under %s', async (_, selected, expected) => {
    const { data, toolCalls } = await graph.ask(LookupsDocument, { ...ids, ...selected });

    expect(data).toEqual(expected);
    expect(byTool(toolCalls)).toEqual(lookups);
  });

  it('share their calls when both names are selected', async () => {
    const { data, toolCalls } = await graph.ask(LookupsDocument, { ...ids, find: true, fetch: true });

    expect(data).toEqual({ ...objects, ...fetched });
    expect(byTool(toolCalls)).toEqual(lookups);
  });

  it('return null for unknown ids under both names', async () => {
    const unknown = { signal: 'sig_0', list: 'lst_0', search: 'sch_0', user: uuid('nobody'), company: 'exe_0' };
    const { data } = await graph.ask(LookupsDocument, { ...ids, ...unknown, find: true, fetch: true });

    expect(data).toMatchObject({ signal: null, list: null, savedSearch: null, user: null, company: null });
    expect(data).toMatchObject({ fetch__Signal: null, fetch__List: null, fetch__SavedSearch: null });
    expect(data).toMatchObject({ fetch__User: null, fetch__Company: null });
  });
});
