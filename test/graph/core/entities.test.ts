import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists, storeSearches } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies, storeInstitutions } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { EntitiesDocument } from '../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';

describe('entity references', () => {
  const graph = useGraph();
  const resolve = (representations: { __typename: string; [key: string]: unknown }[]) =>
    graph.ask(EntitiesDocument, { representations });

  beforeAll(async () => {
    await storeSignals(
      graph.db,
      ['Nia', 'Omar'].map((name, index) => ({
        id: `sig_${index + 1}`,
        discovered_at: minutesAgo(index),
        full_name: name,
      })),
    );
    await storeCompanies(graph.db, [
      { id: 'exe_1', name: 'Cobalt Robotics' },
      { id: 'exe_2', name: 'Amber Health' },
    ]);
    await storeInstitutions(graph.db, [{ id: 'ede_1', name: 'ETH Zürich' }]);
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ id: 'ent_1', signal_id: 'sig_1' }] },
      { id: 'lst_2', name: 'Research', creator: 'usr_ada' },
    ]);
    await storeSearches(graph.db, [
      { id: 'sch_1', title: 'Strong', creator: 'usr_ada' },
      { id: 'sch_2', title: 'Weak', creator: 'usr_ada' },
    ]);
  });

  it('loads signals with one call per distinct id', async () => {
    const { data, toolCalls } = await resolve([
      { __typename: 'Signal', id: 'sig_2' },
      { __typename: 'Signal', id: 'sig_404' },
      { __typename: 'Signal', id: 'sig_2' },
      { __typename: 'Signal', id: 'sig_1' },
    ]);

    expect(data._entities).toEqual([
      { __typename: 'Signal', id: 'sig_2', fullName: 'Omar' },
      null,
      { __typename: 'Signal', id: 'sig_2', fullName: 'Omar' },
      { __typename: 'Signal', id: 'sig_1', fullName: 'Nia' },
    ]);
    expect(toolCalls).toEqual(times(3, called('signals_get')));
  });

  it('loads companies and institutions with one call each, and returns null for a malformed id', async () => {
    const { data, toolCalls } = await resolve([
      { __typename: 'Company', id: 'exe_2' },
      { __typename: 'EducationInstitution', id: 'ede_1' },
      { __typename: 'Company', id: 'ACME' },
      { __typename: 'Company', id: 'exe_1' },
      { __typename: 'EducationInstitution', id: 'exe_1' },
      { __typename: 'Company', id: 'exe_404' },
    ]);

    expect(data._entities).toEqual([
      { __typename: 'Company', id: 'exe_2', companyName: 'Amber Health' },
      { __typename: 'EducationInstitution', id: 'ede_1', institutionName: 'ETH Zürich' },
      null,
      { __typename: 'Company', id: 'exe_1', companyName: 'Cobalt Robotics' },
      null,
      null,
    ]);
    expect(toolCalls).toEqual([called('companies_list', 3), called('educations_list', 1)]);
  });

  it('loads a single list with lists_get and a single saved search with searches_get', async () => {
    const { data, toolCalls } = await resolve([
      { __typename: 'List', id: 'lst_1' },
      { __typename: 'SavedSearch', id: 'sch_2' },
    ]);

    expect(data._entities).toEqual([
      { __typename: 'List', id: 'lst_1', listName: 'Founders' },
      { __typename: 'SavedSearch', id: 'sch_2', title: 'Weak' },
    ]);
    expect(toolCalls).toEqual([called('lists_get'), called('searches_get')]);
  });

  it('loads several lists and saved searches with one call each', async () => {
    const { data, toolCalls } = await resolve([
      { __typename: 'List', id: 'lst_2' },
      { __typename: 'List', id: 'lst_404' },
      { __typename: 'SavedSearch', id: 'sch_2' },
      { __typename: 'SavedSearch', id: 'sch_1' },
    ]);

    expect(data._entities).toEqual([
      { __typename: 'List', id: 'lst_2', listName: 'Research' },
      null,
      { __typename: 'SavedSearch', id: 'sch_2', title: 'Weak' },
      { __typename: 'SavedSearch', id: 'sch_1', title: 'Strong' },
    ]);
    expect(toolCalls).toEqual([called('lists_list', 2), called('searches_list', 2)]);
  });

  it('loads a list entry by its compound key', async () => {
    const { data, toolCalls } = await resolve([
      { __typename: 'ListEntry', id: 'ent_1', list: { id: 'lst_1' } },
      { __typename: 'ListEntry', id: 'ent_1', list: { id: 'lst_2' } },
    ]);

    expect(data._entities).toEqual([{ __typename: 'ListEntry', id: 'ent_1', signal: { fullName: 'Nia' } }, null]);
    expect(toolCalls).toEqual(times(2, called('list_entries_get')));
  });
});
