import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../../../src/operation/work-turns.ts';
import { storeLists } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies, storeInstitutions } from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  SignalListsInBothWaysDocument,
  SignalPageTwiceDocument,
  SignalsOfSamePersonDocument,
  SignalsWithEntriesDocument,
  SignalsWithIdsDocument,
  SignalsWithProfilesDocument,
  SignalTwiceDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';

/** Tool calls for 50 signals with their lists, companies and institutions. */
const callsOfFifty = [
  called('signals_list'),
  ...times(50, called('signals_entries')),
  called('companies_list', 100),
  called('educations_list', 9),
  called('lists_list', 2),
];

describe('tool calls of signals', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeCompanies(
      graph.db,
      Array.from({ length: 120 }, (_, index) => ({ id: `exe_${index}`, name: `Company ${index}` })),
    );
    await storeInstitutions(
      graph.db,
      Array.from({ length: 9 }, (_, index) => ({ id: `ede_${index}`, name: `University ${index}` })),
    );
    // The 50 newest signals name 100 companies, all 60 name 120. All are about three people.
    await storeSignals(
      graph.db,
      Array.from({ length: 60 }, (_, index) => ({
        id: `sig_${index}`,
        discovered_at: minutesAgo(index),
        full_name: `Person ${index % 3}`,
        linkedin_id: `person-${index % 3}`,
        score: index < 10 ? 9 : 5,
        experiences: [{ company_id: `exe_${2 * index}` }, { company_id: `exe_${2 * index + 1}` }],
        educations: [{ institution_id: `ede_${index % 9}` }],
      })),
    );
    await storeLists(graph.db, [
      { id: 'lst_founders', name: 'Founders', creator: 'usr_ada', entries: entriesOf(50) },
      { id: 'lst_research', name: 'Research', creator: 'usr_ada', entries: entriesOf(20) },
    ]);
  });

  it('loads 50 signals with lists, companies and institutions in 1 + 50 + 1 + 1 + 1 calls', async () => {
    const { data, toolCalls } = await graph.ask(SignalsWithProfilesDocument, { first: 50 });

    expect(toolCalls).toEqual(callsOfFifty);
    expect(data.signals?.nodes).toHaveLength(50);
    expect(data.signals?.nodes[19]).toEqual({
      id: 'sig_19',
      lists: [
        { id: 'lst_research', name: 'Research' },
        { id: 'lst_founders', name: 'Founders' },
      ],
      experiences: [
        { company: { id: 'exe_38', name: 'Company 38' } },
        { company: { id: 'exe_39', name: 'Company 39' } },
      ],
      educations: [{ institution: { id: 'ede_1', name: 'University 1' } }],
    });
    expect(data.signals?.nodes[49]?.lists).toEqual([{ id: 'lst_founders', name: 'Founders' }]);
  });

  it('loads companies in batches of 100', async () => {
    const { data, toolCalls } = await graph.ask(SignalsWithProfilesDocument, { first: 60 });

    expect(toolCalls).toEqual([
      called('signals_list'),
      ...times(60, called('signals_entries')),
      called('companies_list', 100),
      called('companies_list', 20),
      called('educations_list', 9),
      called('lists_list', 2),
    ]);
    expect(data.signals?.nodes.at(-1)?.experiences.at(-1)?.company).toEqual({ id: 'exe_119', name: 'Company 119' });
  });

  it('loads the same batches if other callers get a turn between any few objects', async () => {
    let taken = 0;
    const take = async () => {
      taken += 1;
      await setImmediate();
    };
    using _opened = vi.spyOn(turnsOfWork, 'open').mockReturnValue({ isDue: true, take });
    const { toolCalls } = await graph.ask(SignalsWithProfilesDocument, { first: 50 });

    expect(toolCalls).toEqual(callsOfFifty);
    expect(taken).toBeGreaterThan(50);
  });

  it('loads no lists, companies or institutions when only their ids are selected', async () => {
    const { data, toolCalls } = await graph.ask(SignalsWithIdsDocument, {});

    expect(toolCalls).toEqual([called('signals_list'), ...times(25, called('signals_entries'))]);
    expect(data.signals?.nodes[3]).toEqual({
      id: 'sig_3',
      lists: [
        { __typename: 'List', id: 'lst_research' },
        { __typename: 'List', id: 'lst_founders' },
      ],
      experiences: [
        { company: { __typename: 'Company', id: 'exe_6' } },
        { company: { __typename: 'Company', id: 'exe_7' } },
      ],
      educations: [{ institution: { id: 'ede_3' } }],
    });
  });

  it('loads the lists of all entries of all signals in one call', async () => {
    const { data, toolCalls } = await graph.ask(SignalsWithEntriesDocument, {});

    expect(toolCalls).toEqual([
      called('signals_list'),
      ...times(25, called('signals_entries')),
      called('lists_list', 2),
    ]);
    expect(data.signals?.nodes[24]?.listEntries).toEqual([
      {
        id: 'ent_50_24',
        addedBy: { name: 'Ada Moreau' },
        signal: { fullName: 'Person 0' },
        list: { id: 'lst_founders', name: 'Founders' },
      },
    ]);
  });

  it('loads the entries of a signal once, however many fields need them', async () => {
    const { data, toolCalls } = await graph.ask(SignalListsInBothWaysDocument, {});

    expect(toolCalls).toEqual([called('signals_list'), called('signals_entries'), called('lists_list', 2)]);
    expect(data.signals?.nodes).toEqual([
      {
        lists: [
          { name: 'Research', entryCount: 20 },
          { name: 'Founders', entryCount: 50 },
        ],
        listEntries: [{ id: 'ent_20_0' }, { id: 'ent_50_0' }],
      },
    ]);
  });

  it('loads the other signals once per person: ten signals of three people cost 1 + 3', async () => {
    const { data, toolCalls } = await graph.ask(SignalsOfSamePersonDocument, { filter: { minScore: 9 } });

    expect(toolCalls).toEqual([called('signals_list'), ...times(3, called('signals_list_by_linkedin_id'))]);
    expect(data.signals?.nodes).toHaveLength(10);
    const [first] = data.signals?.nodes ?? [];
    expect(first?.id).toBe('sig_0');
    expect(first?.samePersonSignals?.map(({ id }) => id)).toEqual(
      Array.from({ length: 19 }, (_, index) => `sig_${3 * index + 3}`),
    );
  });

  it('loads each distinct signal by id once', async () => {
    const { data, toolCalls } = await graph.ask(SignalTwiceDocument, { one: 'sig_1', other: 'sig_2' });

    expect(toolCalls).toEqual(times(2, called('signals_get')));
    expect(data).toEqual({ one: { id: 'sig_1' }, again: { fullName: 'Person 1' }, other: { id: 'sig_2' } });
  });

  it('loads each distinct page once', async () => {
    const { data, toolCalls } = await graph.ask(SignalPageTwiceDocument, { other: { minScore: 6 } });

    expect(toolCalls).toEqual(times(3, called('signals_list')));
    expect(graph.tools.calls.slice(-3).map(({ input }) => input)).toEqual([
      { page: '1', limit: '2' },
      { page: '1', limit: '3' },
      { page: '1', limit: '2', score: '6' },
    ]);
    expect(data).toEqual({
      one: { nodes: [{ id: 'sig_0' }, { id: 'sig_1' }] },
      again: { totalCount: 60 },
      more: { nodes: [{ id: 'sig_0' }, { id: 'sig_1' }, { id: 'sig_2' }] },
      other: { nodes: [{ id: 'sig_0' }, { id: 'sig_1' }] },
    });
  });
});

/** Entries of the newest signals, added in the order of discovery. */
const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `ent_${count}_${index}`,
    signal_id: `sig_${index}`,
    created_at: minutesAgo(index + count),
  }));
