import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies, storeInstitutions } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import {
  CompaniesAndProfilesDocument,
  ListsAndSignalsDocument,
  SignalsAndEntriesDocument,
} from '../../support/generated/operations.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';

const entriesPayload = z.looseObject({ items: z.array(z.looseObject({ signal: z.unknown() })) });

describe('priming loaders with the records of a list', () => {
  const graph = useGraph(() => startGraph());
  beforeAll(async () => {
    await storeCompanies(graph.db, [{ id: 'exe_1', name: 'Cobalt Robotics' }]);
    await storeInstitutions(graph.db, [{ id: 'ede_1', name: 'ETH Zürich' }]);
    await storeSignals(
      graph.db,
      ['Nia', 'Omar'].map((name, index) => ({
        id: `sig_${name}`,
        discovered_at: minutesAgo(index),
        full_name: name,
        experiences: [{ company_id: 'exe_1' }],
        educations: [{ institution_id: 'ede_1' }],
      })),
    );
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ signal_id: 'sig_Omar' }] },
      { id: 'lst_2', name: 'Research', creator: 'usr_ada', entries: [{ signal_id: 'sig_Omar' }] },
    ]);
  });

  /** Makes the tool return entries without their signals. */
  function omitSignals() {
    graph.tools.replace('list_entries_list', async (_call, real) => {
      const payload = entriesPayload.parse(await real());
      return { ...payload, items: payload.items.map((entry) => ({ ...entry, signal: null })) };
    });
  }

  /** Delays a tool until the others have returned. */
  function returnAfter(tool: string, others: string[]) {
    const returned = others.map((other) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      graph.tools.replace(other, async (_call, real) => {
        const payload = await real();
        setImmediate(resolve);
        return payload;
      });
      return promise;
    });
    graph.tools.replace(tool, async (_call, real) => {
      await Promise.all(returned);
      return real();
    });
  }

  it('saves the calls for signals by id', async () => {
    omitSignals();
    returnAfter('lists_get', ['signals_list']);
    const { data, toolCalls } = await graph.ask(SignalsAndEntriesDocument, {});

    expect(data.list?.entries?.nodes).toEqual([{ signal: { fullName: 'Omar' } }]);
    expect(toolCalls.map(({ tool }) => tool).toSorted()).toEqual(['list_entries_list', 'lists_get', 'signals_list']);
  });

  it('saves the calls for companies and institutions', async () => {
    returnAfter('signals_list', ['companies_list', 'educations_list']);
    const { data, toolCalls } = await graph.ask(CompaniesAndProfilesDocument, {});

    const profile = {
      experiences: [{ company: { name: 'Cobalt Robotics' } }],
      educations: [{ institution: { name: 'ETH Zürich' } }],
    };
    expect(data.signals?.nodes).toEqual([profile, profile]);
    expect(toolCalls.map(({ tool }) => tool).toSorted()).toEqual(['companies_list', 'educations_list', 'signals_list']);
  });

  it('saves the call for the lists of signals', async () => {
    const { data, toolCalls } = await graph.ask(ListsAndSignalsDocument, {});

    expect(data.signals?.nodes[1]?.lists?.map(({ name }) => name).toSorted()).toEqual(['Founders', 'Research']);
    expect(toolCalls).toEqual([called('lists_list'), called('signals_list'), ...times(2, called('signals_entries'))]);
  });
});
