import { beforeAll, describe, expect, it } from 'vitest';
import { storeCompanies } from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { CompanyByIdDocument, CompanySignalsDocument } from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

const cobalt = { id: 'exe_1', name: 'Cobalt Robotics', domain: 'cobalt.example', industry: 'Robotics' };

describe('a company by id', () => {
  const graph = useGraph();

  beforeAll(() => storeCompanies(graph.db, [cobalt, { id: 'exe_2', name: 'Amber Health' }]));

  it('shares one companies_list with other companies', async () => {
    const { data, toolCalls } = await graph.ask(CompanyByIdDocument, { id: 'exe_1', other: 'exe_2' });

    expect(data).toEqual({ company: cobalt, other: { id: 'exe_2', name: 'Amber Health' } });
    expect(toolCalls).toEqual([called('companies_list', 2)]);
  });

  it('is null if it is unknown', async () => {
    const { data, toolCalls } = await graph.ask(CompanyByIdDocument, { id: 'exe_404' });

    expect(data).toEqual({ company: null, other: null });
    expect(toolCalls).toEqual([called('companies_list')]);
  });

  it.each(['', 'Cobalt', 'exe_', 'ede_1'])('is null without a call for an id of another form: "%s"', async (id) => {
    expect(await graph.ask(CompanyByIdDocument, { id, other: 'exe' })).toEqual({
      data: { company: null, other: null },
      toolCalls: [],
    });
  });
});

describe('signals of a company', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeCompanies(graph.db, [cobalt, { id: 'exe_2', name: 'Amber Health' }]);
    await storeSignals(
      graph.db,
      [
        { company: 'exe_1', score: 9 },
        { company: 'exe_2', score: 9 },
        { company: 'exe_1', score: 3 },
        { company: 'exe_1', score: 5, screenings: [{ user: 'usr_ben' }] },
      ].map(({ company, ...signal }, index) => ({
        id: `sig_${index}`,
        discovered_at: minutesAgo(index),
        experiences: [{ company_id: company }],
        ...signal,
      })),
    );
  });

  const nodes = (...ids: number[]) => ids.map((id) => ({ id: `sig_${id}` }));

  it('are returned newest first, with one signals_list', async () => {
    graph.tools.restore();
    const { data, toolCalls } = await graph.ask(CompanySignalsDocument, { id: 'exe_1' });

    expect(data.company).toMatchObject({
      name: 'Cobalt Robotics',
      signals: { totalCount: 3, nodes: nodes(0, 2, 3), pageInfo: { hasNextPage: false } },
    });
    expect(toolCalls).toEqual([called('companies_list'), called('signals_list')]);
    expect(graph.tools.calls[1]?.input).toEqual({ past_companies: ['exe_1'], page: '1', limit: '25' });
  });

  it('leave out those that the caller has screened', async () => {
    const { data } = await graph.ask(CompanySignalsDocument, { id: 'exe_1' }, { as: 'ben' });
    expect(data.company?.signals?.nodes).toEqual(nodes(0, 2));
  });

  it('match the filter', async () => {
    const { data } = await graph.ask(CompanySignalsDocument, { id: 'exe_1', filter: { minScore: 5 } });
    expect(data.company?.signals).toMatchObject({ totalCount: 2, nodes: nodes(0, 3) });
  });

  it('continue after a cursor of the same company and filter', async () => {
    const { data } = await graph.ask(CompanySignalsDocument, { id: 'exe_1', first: 2 });
    const after = data.company?.signals?.pageInfo.endCursor ?? null;
    const next = await graph.ask(CompanySignalsDocument, { id: 'exe_1', first: 2, after });
    expect(next.data.company?.signals).toMatchObject({ nodes: nodes(3), pageInfo: { hasNextPage: false } });

    for (const variables of [{ id: 'exe_2' }, { id: 'exe_1', filter: { minScore: 5 } }]) {
      const { data: other, errors, toolCalls } = await graph.execute(CompanySignalsDocument, { ...variables, after });
      expect(other?.company?.signals).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['after'] }] } }]);
      expect(toolCalls).toEqual([called('companies_list')]);
    }
  });

  it.each([
    [{ filter: { pastCompanyIds: ['exe_2'] } }, ['filter', 'pastCompanyIds'], 'must be omitted'],
    [{ filter: { minScore: 11 } }, ['filter', 'minScore'], 'must be from 1 to 10'],
    [{ first: 101 }, ['first'], 'must be from 1 to 100; it is 101'],
  ])('are null for a bad argument: %j', async (argument, path, message) => {
    const { data, errors, toolCalls } = await graph.execute(CompanySignalsDocument, { id: 'exe_1', ...argument });

    expect(data).toEqual({ company: { name: 'Cobalt Robotics', signals: null } });
    expect(errors).toMatchObject([
      { path: ['company', 'signals'], extensions: { code: 'BAD_USER_INPUT', issues: [{ path, message }] } },
    ]);
    expect(toolCalls).toEqual([called('companies_list')]);
  });
});
