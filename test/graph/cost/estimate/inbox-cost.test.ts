import { describe, expect, it } from 'vitest';
import { assumedSizes } from '../../../../src/operation/cost/list-sizes.ts';
import { costOf } from './estimated.ts';

const values = assumedSizes['SignalFacetGroup.values'];
const facets = 'facets(by: [TYPE, SCORE]) { groups { values { value } } }';
const facetObjects = 1 + 2 * (1 + values);

describe('the estimated cost of an inbox', () => {
  it('contains all calls of facets, and one group for each of them', () => {
    expect(costOf(`{ signals(first: 10) { ${facets} } }`)).toEqual({
      cost: 1 + facetObjects + 11 * 10,
      objects: 1 + facetObjects,
      calls: { signals_list: 1 + 10 },
    });
  });

  it('contains the calls of facets once for each connection', () => {
    const { calls } = costOf(`{ signals { a: ${facets} b: ${facets} } others: signals(first: 9) { ${facets} } }`) ?? {};
    expect(calls).toEqual({ signals_list: 2 * (1 + 10) });
  });

  it('contains the calls of facets of every listing', () => {
    const { calls } =
      costOf(`{ savedSearch(id: "a") { signals { ${facets} } } company(id: "exe_1") { signals { ${facets} } } }`) ?? {};
    expect(calls).toMatchObject({ searches_signals_list: 1 + 10, signals_list: 1 + 10 });
  });

  it('contains five calls for new signals, and none for their facets', () => {
    expect(costOf(`{ savedSearch(id: "a") { newSignals(first: 10) { ${facets} } } }`)).toEqual({
      cost: 2 + facetObjects + 6 * 10,
      objects: 2 + facetObjects,
      calls: { searches_get: 1, searches_signals_list: 5 },
    });
  });

  it('contains no call for a page that fails because `first` is out of range', () => {
    expect(costOf(`{ signals(first: 0) { ${facets} } }`)).toMatchObject({ calls: {} });
  });

  it('contains both calls of a visit', () => {
    expect(costOf('mutation { markSavedSearchVisited(id: "a") { __typename } }')).toMatchObject({
      calls: { searches_get: 1, searches_update: 1 },
    });
  });

  it('contains one call and one result for each distinct signal that is screened', () => {
    const screen = (ids: string) => costOf(`mutation { screenSignals(ids: [${ids}]) { __typename } }`);
    expect(screen('"a", "b", "a"')).toEqual({ cost: 3 + 2 * 10, objects: 3, calls: { signal_screen: 2 } });
    expect(screen('')).toEqual({ cost: 1, objects: 1, calls: {} });
  });
});
