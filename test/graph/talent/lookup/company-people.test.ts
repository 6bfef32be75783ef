import { beforeAll, describe, expect, it } from 'vitest';
import { storeCompanies } from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  CompanyPeopleAndFacetsDocument,
  CompanyPeopleDocument,
  type CompanyPeopleQueryVariables,
} from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

describe('people of a company', () => {
  const graph = useGraph();

  const left = { company_id: 'exe_1', start_date: '2020', end_date: '2024-05' };
  const works = { company_id: 'exe_1', start_date: '2025-01' };
  const elsewhere = { company_id: 'exe_2', start_date: '2025-01' };

  beforeAll(async () => {
    await storeCompanies(
      graph.db,
      ['exe_1', 'exe_2', 'exe_none', 'exe_100', 'exe_101', 'exe_300', 'exe_301'].map((id) => ({ id, name: id })),
    );
    await storeSignals(
      graph.db,
      [
        { linkedin_id: 'nia', experiences: [elsewhere, left] },
        { linkedin_id: 'tom', experiences: [works] },
        { linkedin_id: 'nia', experiences: [works] },
        { experiences: [left, works] },
        { experiences: [left], screenings: [{ user: 'usr_ben' }] },
        { linkedin_id: 'ida', experiences: [{ company_id: 'exe_1', is_current: false }, elsewhere] },
      ].map((signal, index) => ({ id: `sig_${index}`, discovered_at: minutesAgo(index), ...signal })),
    );
    for (const count of [100, 101, 300, 301]) {
      await storeSignals(
        graph.db,
        Array.from({ length: count }, (_, index) => ({
          id: `sig_${count}_${index}`,
          discovered_at: minutesAgo(1000),
          linkedin_id: `of ${count}: ${index % 7}`,
          experiences: [{ company_id: `exe_${count}` }],
        })),
      );
    }
  });

  const people = async (variables: CompanyPeopleQueryVariables, as = 'ada') => {
    const { data, toolCalls } = await graph.ask(CompanyPeopleDocument, variables, { as });
    const { edges = [], ...page } = data.company?.people ?? {};
    return { ...page, found: edges.map(({ node, employment }) => [node.id, employment]), toolCalls };
  };

  it('share each full page with the facets of the signals', async () => {
    graph.tools.restore();
    const { data } = await graph.ask(CompanyPeopleAndFacetsDocument, { id: 'exe_101' });

    expect(data.company).toEqual({ people: { totalCount: 7 }, signals: { facets: { countedSignals: 101 } } });
    const pages = graph.tools.calls.flatMap(({ tool, input }) => {
      const { page, limit } = Object(input);
      return tool === 'signals_list' ? [`${page} of ${limit}`] : [];
    });
    expect(pages.toSorted()).toEqual(['1 of 1', '1 of 100', '2 of 100']);
  });

  it('are their newest signals, newest first, with one signals_list', async () => {
    graph.tools.restore();
    expect(await people({ id: 'exe_1' })).toMatchObject({
      totalCount: 5,
      isPartial: false,
      found: [
        ['sig_0', 'PAST'],
        ['sig_1', 'CURRENT'],
        ['sig_3', 'CURRENT'],
        ['sig_4', 'PAST'],
        ['sig_5', 'PAST'],
      ],
      pageInfo: { hasNextPage: false },
      toolCalls: [called('companies_list'), called('signals_list')],
    });
    expect(graph.tools.calls[1]?.input).toEqual({ past_companies: ['exe_1'], page: '1', limit: '100' });
  });

  it('leave out signals that the caller has screened', async () => {
    const { found } = await people({ id: 'exe_1' }, 'ben');
    expect(found.map(([id]) => id)).toEqual(['sig_0', 'sig_1', 'sig_3', 'sig_5']);
  });

  it.each([
    ['CURRENT' as const, ['sig_1', 'sig_3']],
    ['PAST' as const, ['sig_0', 'sig_4', 'sig_5']],
  ])('are those with the employment %s', async (employment, ids) => {
    const { found, totalCount } = await people({ id: 'exe_1', employment });
    expect(found).toEqual(ids.map((id) => [id, employment]));
    expect(totalCount).toBe(ids.length);
  });

  it('are returned in pages', async () => {
    const first = await people({ id: 'exe_1', first: 3 });
    expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
    const last = await people({ id: 'exe_1', first: 3, after: first.pageInfo?.endCursor ?? null });

    expect([...first.found, ...last.found].map(([id]) => id)).toEqual(['sig_0', 'sig_1', 'sig_3', 'sig_4', 'sig_5']);
    expect(last).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: false } });
  });

  it.each([
    ['exe_none', 1, 0, false],
    ['exe_100', 1, 7, false],
    ['exe_101', 2, 7, false],
    ['exe_300', 3, 7, false],
    ['exe_301', 3, null, true],
  ])('of %s are read with %i signals_list', async (id, calls, totalCount, isPartial) => {
    expect(await people({ id })).toMatchObject({
      totalCount,
      isPartial,
      found: Array.from({ length: id === 'exe_none' ? 0 : 7 }, () => [expect.any(String), 'PAST']),
      toolCalls: [called('companies_list'), ...times(calls, called('signals_list'))],
    });
  });

  it('are null if a page fails', async () => {
    graph.tools.replace('signals_list', ({ input }, real) => {
      if (Object(input).page === '2') throw new Error('unavailable');
      return real();
    });
    const { data, errors } = await graph.execute(CompanyPeopleDocument, { id: 'exe_101' });

    expect(data).toEqual({ company: { id: 'exe_101', people: null, again: null } });
    expect(errors.map(({ path }) => path)).toEqual([
      ['company', 'people'],
      ['company', 'again'],
    ]);
  });

  it('are null without a call for bad arguments', async () => {
    const { pageInfo } = await people({ id: 'exe_1', first: 1 });
    const after = pageInfo?.endCursor ?? null;
    for (const [variables, argument] of [
      [{ id: 'exe_1', first: 0 }, 'first'],
      [{ id: 'exe_2', after }, 'after'],
      [{ id: 'exe_1', employment: 'PAST' as const, after }, 'after'],
    ] as const) {
      const { data, errors } = await graph.execute(CompanyPeopleDocument, variables);
      expect(data?.company?.people).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: [argument] }] } }]);
    }
  });
});
