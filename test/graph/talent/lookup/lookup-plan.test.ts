import { beforeAll, describe, expect, it } from 'vitest';
import {
  storeCities,
  storeCompanies,
  storeInstitutions,
} from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  CitiesDocument,
  CompaniesDocument,
  InstitutionsDocument,
  LookupsTwiceDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';

describe('tool calls of lookups', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeCities(graph.db, [{ name: 'Lisbon' }, { name: 'Berlin' }, { name: 'Bern' }]);
    await storeSignals(
      graph.db,
      ['Bern', 'Bern', 'Berlin'].map((city, index) => ({ id: `sig_${index}`, discovered_at: minutesAgo(index), city })),
    );
    await storeCompanies(graph.db, [
      { id: 'exe_1', name: 'Cobalt Robotics', domain: 'cobalt.example', industry: 'Robotics' },
      { id: 'exe_2', name: 'Amber Health' },
    ]);
    await storeInstitutions(graph.db, [
      { id: 'ede_1', name: 'Universidade de Lisboa', country: 'Portugal' },
      { id: 'ede_2', name: 'ETH Zürich', country: 'Switzerland' },
    ]);
  });

  it('returns cities with the most signals first, with one cities_list', async () => {
    const { data, toolCalls } = await graph.ask(CitiesDocument, { search: 'BER' });

    expect(data.cities).toEqual({
      totalCount: 2,
      nodes: [
        { name: 'Bern', signalCount: 2 },
        { name: 'Berlin', signalCount: 1 },
      ],
    });
    expect(toolCalls).toEqual([called('cities_list')]);
  });

  it('returns companies by name with one companies_list', async () => {
    const { data, toolCalls } = await graph.ask(CompaniesDocument, {});

    expect(data.companies).toEqual({
      totalCount: 2,
      nodes: [
        { id: 'exe_2', name: 'Amber Health', domain: null, industry: null },
        { id: 'exe_1', name: 'Cobalt Robotics', domain: 'cobalt.example', industry: 'Robotics' },
      ],
    });
    expect(toolCalls).toEqual([called('companies_list')]);
  });

  it('looks up each distinct company id once', async () => {
    graph.tools.restore();
    const { data, toolCalls } = await graph.ask(CompaniesDocument, { ids: ['exe_1', 'exe_404', 'exe_1'] });

    expect(data.companies?.nodes.map(({ id }) => id)).toEqual(['exe_1']);
    expect(toolCalls).toEqual([called('companies_list', 2)]);
    expect(graph.tools.calls.map(({ input }) => input)).toEqual([
      { ids: ['exe_1', 'exe_404'], page: '1', limit: '25' },
    ]);
  });

  it('returns nothing for an empty list of ids, without a call', async () => {
    const companies = await graph.ask(CompaniesDocument, { ids: [] });
    const institutions = await graph.ask(InstitutionsDocument, { ids: [] });

    expect(companies).toEqual({ data: { companies: { totalCount: 0, nodes: [] } }, toolCalls: [] });
    expect(institutions).toEqual({ data: { educationInstitutions: { nodes: [] } }, toolCalls: [] });
  });

  it('returns institutions with one educations_list', async () => {
    const { data, toolCalls } = await graph.ask(InstitutionsDocument, { search: 'zürich', ids: ['ede_1', 'ede_2'] });

    expect(data.educationInstitutions?.nodes).toEqual([{ id: 'ede_2', name: 'ETH Zürich', country: 'Switzerland' }]);
    expect(toolCalls).toEqual([called('educations_list', 2)]);
  });

  it('loads the same page of a lookup once', async () => {
    const { data, toolCalls } = await graph.ask(LookupsTwiceDocument, {});

    expect(data).toEqual({
      cities: { totalCount: 3 },
      againCities: { totalCount: 3 },
      companies: { totalCount: 2 },
      againCompanies: { totalCount: 2 },
      educationInstitutions: { totalCount: 2 },
      againInstitutions: { totalCount: 2 },
    });
    expect(toolCalls).toEqual([called('cities_list'), called('companies_list'), called('educations_list')]);
  });
});
