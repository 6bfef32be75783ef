import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeCompanies } from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import {
  FacetsOfEveryListingDocument,
  FacetsTwiceDocument,
  type SignalFacet,
  SignalFacetsDocument,
  type SignalFacetsQueryVariables,
} from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

describe('facets of signals', () => {
  const graph = useGraph();

  beforeEach(() => graph.db.deleteFrom('talent_signals').execute());

  const store = (signals: object[]) =>
    storeSignals(
      graph.db,
      signals.map((signal, index) => ({ id: `sig_${index + 1}`, discovered_at: minutesAgo(index + 1), ...signal })),
    );

  /** Replaces the tool by one that serves `count` signals and reports `total`. */
  const serve = (count: number, total: number | null = count) =>
    graph.tools.replace('signals_list', async ({ input }) => {
      const { page, limit } = z.object({ page: z.coerce.number(), limit: z.coerce.number() }).parse(input);
      const indexes = Array.from(
        { length: Math.max(0, Math.min(limit, count - (page - 1) * limit)) },
        (_, index) => index,
      );
      return {
        items: indexes.map((index) => ({
          id: `sig_${(page - 1) * limit + index + 1}`,
          discovered_at: minutesAgo(index),
          score: 5,
        })),
        total,
        has_more: page * limit < count,
      };
    });

  async function facets(by: SignalFacet[], variables: Omit<SignalFacetsQueryVariables, 'by'> = {}) {
    const { data, toolCalls } = await graph.ask(SignalFacetsDocument, { by, ...variables });
    return { ...data.signals?.facets, calls: toolCalls.length, after: data.signals?.pageInfo.endCursor ?? null };
  }

  it('count each value among all matches, most frequent first, without a further call for a single page', async () => {
    await store([
      { type: 'New Company', score: 9, country: 'Spain', profile_tags: ['YC Alumni', 'Serial Founder'] },
      { type: 'New Company', score: 10, country: 'Chile', profile_tags: ['YC Alumni'] },
      { type: 'Left Position', score: 2, country: 'Peru' },
      { score: 9, country: 'Spain', age_range: 'Below 25', education_level: 'PhD or Above', customer_focus: 'B2B' },
    ]);
    const { data, toolCalls } = await graph.ask(SignalFacetsDocument, {
      by: ['TYPE', 'SCORE', 'COUNTRY', 'PROFILE_TAG', 'AGE_RANGE', 'EDUCATION_LEVEL', 'CUSTOMER_FOCUS'],
    });

    expect(data.signals?.facets).toEqual({
      countedSignals: 4,
      isPartial: false,
      groups: [
        group('TYPE', 1, ['NEW_COMPANY', 2], ['LEFT_POSITION', 1]),
        group('SCORE', 0, ['9', 2], ['2', 1], ['10', 1]),
        group('COUNTRY', 0, ['Spain', 2], ['Chile', 1], ['Peru', 1]),
        group('PROFILE_TAG', 2, ['YC_ALUMNI', 2], ['SERIAL_FOUNDER', 1]),
        group('AGE_RANGE', 3, ['BELOW_25', 1]),
        group('EDUCATION_LEVEL', 3, ['PHD_OR_ABOVE', 1]),
        group('CUSTOMER_FOCUS', 3, ['B2B', 1]),
      ],
    });
    expect(toolCalls).toEqual([called('signals_list')]);
  });

  it.each([
    ['REGION', 'region'],
    ['CITY', 'city'],
    ['ORIGIN', 'origin'],
    ['INDUSTRY', 'industry'],
    ['SOURCE', 'source'],
  ] as const)('count the names of %s as they are', async (facet, column) => {
    await store([{ [column]: 'Bay Area' }, { [column]: 'Bay Area' }, { [column]: 'Äther' }, {}]);

    expect((await facets([facet])).groups).toEqual([group(facet, 1, ['Bay Area', 2], ['Äther', 1])]);
  });

  it('return values that the filter takes', async () => {
    await store([{ country: 'Spain', source: 'press' }, { country: 'Peru' }]);
    const { groups } = await facets(['COUNTRY']);
    const countries = groups?.[0]?.values.map(({ value }) => value) ?? [];

    for (const country of countries) {
      expect((await facets(['COUNTRY'], { filter: { countries: { in: [country] } } })).groups).toEqual([
        group('COUNTRY', 0, [country, 1]),
      ]);
    }
  });

  it('of no match have no values', async () => {
    expect(await facets(['TYPE'])).toMatchObject({ countedSignals: 0, isPartial: false, groups: [group('TYPE', 0)] });
  });

  it('count all matches on every page of the connection', async () => {
    serve(130);
    const one = await facets(['SCORE'], { first: 100 });
    const two = await facets(['SCORE'], { first: 100, after: one.after });

    const counts = { countedSignals: 130, isPartial: false, groups: [group('SCORE', 0, ['5', 130])] };
    expect(one).toMatchObject({ ...counts, calls: 2 });
    // The second page costs two calls, one of which is for the signal before it.
    expect(two).toMatchObject({ ...counts, calls: 3 });
  });

  it.each([
    { count: 25, total: 25, calls: 1, counted: 25 },
    { count: 26, total: 26, calls: 2, counted: 26 },
    { count: 999, total: 999, calls: 11, counted: 999 },
    { count: 1000, total: 1000, calls: 11, counted: 1000 },
    { count: 1001, total: 1001, calls: 11, counted: 1000 },
    // The service does not report the total.
    { count: 300, total: null, calls: 5, counted: 300 },
    { count: 1001, total: null, calls: 11, counted: 1000 },
  ])('of $count signals (total: $total) cost $calls calls', async ({ count, total, calls, counted }) => {
    serve(count, total);

    expect(await facets(['TYPE'])).toMatchObject({ countedSignals: counted, isPartial: counted < count, calls });
  });

  it('count a signal once that is on two pages', async () => {
    graph.tools.replace('signals_list', async ({ input }) => {
      const { page, limit } = z.object({ page: z.string(), limit: z.coerce.number() }).parse(input);
      const ids =
        page === '1' ? Array.from({ length: limit }, (_, index) => `sig_${index + 1}`) : ['sig_100', 'sig_101'];
      return { items: ids.map((id) => ({ id })), total: 102, has_more: page === '1' };
    });

    expect(await facets(['TYPE'])).toMatchObject({ countedSignals: 101, calls: 3 });
  });

  it('share the calls within an operation', async () => {
    serve(150);
    const { data, toolCalls } = await graph.ask(FacetsTwiceDocument, {});

    expect(data.signals).toEqual({ types: { countedSignals: 150 }, scores: { countedSignals: 150 } });
    expect(toolCalls).toEqual(times(3, called('signals_list')));
  });

  it('are counted in every listing of signals, without a further call for new signals', async () => {
    await store([
      { score: 9, experiences: [{ company_id: 'exe_1', company_name: 'Acme' }] },
      { score: 8 },
      { score: 9, experiences: [{ company_id: 'exe_1', company_name: 'Acme' }] },
    ]);
    await storeCompanies(graph.db, [{ id: 'exe_1', name: 'Acme' }]);
    await storeSearches(graph.db, [{ id: 'sch_1', title: 'All', creator: 'usr_ada', visited_at: minutesAgo(3) }]);
    const { data, toolCalls } = await graph.ask(FacetsOfEveryListingDocument, { by: ['SCORE'] });

    const of = (counted: number, ...values: [string, number][]) => ({
      facets: { countedSignals: counted, isPartial: false, groups: [group('SCORE', 0, ...values)] },
    });
    expect(data).toEqual({
      signals: of(3, ['9', 2], ['8', 1]),
      savedSearch: { signals: of(3, ['9', 2], ['8', 1]), newSignals: of(2, ['8', 1], ['9', 1]) },
      company: { signals: of(2, ['9', 2]) },
    });
    expect(toolCalls.filter(({ tool }) => tool === 'signals_list')).toHaveLength(4);
    expect(toolCalls.filter(({ tool }) => tool === 'searches_signals_list')).toHaveLength(3);
  });

  it('are null with one error if a page fails, and leave the nodes', async () => {
    serve(150);
    const { data, errors } = await graph.execute(FacetsTwiceDocument, {});
    expect([data, errors]).toEqual([expect.anything(), []]);
    graph.tools.replace('signals_list', async ({ input }) => {
      if (Object.assign({ limit: '' }, input).limit === '2') {
        return { items: [{ id: 'sig_1' }, { id: 'sig_2' }], total: 150, has_more: true };
      }
      throw new ToolError({ code: 'UPSTREAM_ERROR', tool: 'signals_list', message: 'It failed.' });
    });
    const failed = await graph.execute(SignalFacetsDocument, { by: ['TYPE'], first: 2 });

    expect(failed.data?.signals).toMatchObject({ nodes: [{ id: 'sig_1' }, { id: 'sig_2' }], facets: null });
    expect(failed.errors).toMatchObject([{ path: ['signals', 'facets'], extensions: { code: 'UPSTREAM_ERROR' } }]);
  });

  it.each([
    [['TYPE', 'SCORE', 'TYPE'], ['by', '2'], 'must not repeat a facet'],
    [[], ['by'], 'must contain at least one facet'],
  ] as const)('reject %j, before their calls', async (by, path, message) => {
    serve(150);
    const { data, errors, toolCalls } = await graph.execute(SignalFacetsDocument, { by: [...by] });

    expect(data?.signals).toMatchObject({ totalCount: 150, facets: null });
    expect(errors).toMatchObject([
      {
        message: `${path.join('.')} ${message}.`,
        path: ['signals', 'facets'],
        extensions: { code: 'BAD_USER_INPUT', issues: [{ path, message }] },
      },
    ]);
    expect(toolCalls).toEqual([called('signals_list')]);
  });
});

const group = (facet: SignalFacet, missingCount: number, ...values: [string, number][]) => ({
  facet,
  missingCount,
  values: values.map(([value, count]) => ({ value, count })),
});
