import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/graph/schema.ts';
import { costLimitError } from '../../../../src/operation/cost/cost-errors.ts';
import { assumedSizes } from '../../../../src/operation/cost/list-sizes.ts';
import { estimateCost } from '../../../../src/operation/cost/estimate/cost-estimate.ts';
import { readOperation } from '../../../../src/operation/cost/read-operation.ts';
import { prepareOperation } from '../../../../src/operation/execution/plan.ts';
import { allScopes } from '../../../../src/tools/tool.ts';
import { costOf, estimated } from './estimated.ts';

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('an estimate', () => {
  const nested = (levels: number, leaf: string) =>
    `{ lists { ${'entries(first: 100) { nodes { signal { lists { '.repeat(levels)}${leaf}${' } } } }'.repeat(levels)} } }`;

  it('is a whole number that JSON represents exactly', () => {
    expect(estimated(nested(12, 'id'))?.cost).toBe(Number.MAX_SAFE_INTEGER);
    const [path] = estimated(nested(12, 'id'))?.paths(1) ?? [];
    expect(path?.cost).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('names the most expensive paths, each without the paths below it', () => {
    const estimate = estimated('{ signals(first: 10) { nodes { taggings { tag } } } lists { id } }');
    const [taggings, lists] = [10 * assumedSizes['Signal.taggings'], assumedSizes['Query.lists']];
    const withoutPages = estimate?.paths(9).map(({ pages, ...path }) => ({ ...path, pages: pages.length }));
    expect(withoutPages).toEqual([
      { path: 'signals.nodes.taggings', cost: taggings, objects: taggings, toolCalls: [], pages: 1 },
      { path: 'lists', cost: lists + 10, objects: lists, toolCalls: [{ tool: 'lists_list', calls: 1 }], pages: 0 },
      { path: 'signals', cost: 11, objects: 1, toolCalls: [{ tool: 'signals_list', calls: 1 }], pages: 1 },
      { path: 'signals.nodes', cost: 10, objects: 10, toolCalls: [], pages: 1 },
    ]);
    expect(estimate?.paths(9).reduce((sum, { cost }) => sum + cost, 0)).toBe(estimate?.cost);
    expect(estimate?.paths(1)).toHaveLength(1);
  });

  it('shortens long paths', () => {
    const [path] = estimated(`{ ${'a'.repeat(100_000)}: lists { id } }`)?.paths(1) ?? [];
    expect(path?.path).toHaveLength(301);
  });

  it('knows the largest `first` on a path that fits a limit', () => {
    const document = (first: number) => nested(2, 'id').replaceAll('first: 100', `first: ${first}`);
    const large = estimated(document(100));
    const [path] = large?.paths(1) ?? [];
    if (!large || !path) throw new Error('There is no path.');

    for (const limit of [100, 1000, 7000, 50_000]) {
      const maxFirst = large.maxFirst(path, limit) ?? 0;
      expect(costOf(document(maxFirst))?.cost).toBeLessThanOrEqual(limit);
      expect(costOf(document(maxFirst + 1))?.cost).toBeGreaterThan(limit);
    }
    expect(large.maxFirst(path, 10)).toBeUndefined();
  });

  it('reads shared fragments once, however many paths lead through them', () => {
    const levels = range(15).map(
      (level) =>
        `fragment F${level} on Signal { a: samePersonSignals { ...F${level + 1} } b: samePersonSignals { ...F${level + 1} } }`,
    );
    const document = `{ signals { nodes { ...F0 } } } ${levels.join(' ')} fragment F15 on Signal { id }`;
    expect(estimated(document)?.cost).toBe(
      25 + 1 + 25 * range(15).reduce((sum, level) => sum + 6 ** (level + 1), 0) + 2000,
    );
    expect(estimated(document)?.paths(50)).toHaveLength(50);
  });

  it('gives up on a document with more fields than it reads, and counts it as too expensive', () => {
    const all = `fragment All on Signal { ${range(3000)
      .map(() => 'id')
      .join(' ')} }`;
    const spread = range(300).map((index) => `s${index}: signals { nodes { ...All } }`);
    const estimate = estimated(`{ ${spread.join(' ')} } ${all}`);
    expect(estimate?.cost).toBe(Number.MAX_SAFE_INTEGER);
    expect(estimate && costLimitError(estimate, 7000).message).toBe(
      'This operation is estimated to cost 9007199254740991; the limit is 7000. Select fewer fields, or split the operation.',
    );
  });

  it.each([
    'signals(first: N) { nodes { id lists { id } } }',
    'signals(first: N) { nodes { id headline summary lists { entries(first: N) { nodes { signal { fullName } } } } } }',
    'activities(first: N) { nodes { transcript { segments(first: N) { nodes { text } } } } }',
  ])('finds the largest first that fits, for any limit: %s', (text) => {
    const costs = range(100).map((index) => estimated(`{ ${text.replaceAll('N', `${index + 1}`)} }`)?.cost ?? 0);
    const estimate = estimated(`{ ${text.replaceAll('N', '100')} }`);
    const limits = range(99).flatMap((index) => [-1, 0, 1].map((more) => (costs[index] ?? 0) + more));
    for (const limit of limits.filter((each) => each < (estimate?.cost ?? 0))) {
      const path = estimate?.paths(100).toSorted((a, b) => b.pages.length - a.pages.length)[0];
      const fitting = costs.findLastIndex((cost) => cost <= limit) + 1;
      expect(path && [limit, estimate.maxFirst(path, limit)]).toEqual([limit, fitting || undefined]);
    }
  });

  it('estimates only the selections again that depend on the page whose size it reduces', () => {
    const document = parse('{ signals(first: 100) { nodes { lists { id } } } activities(first: 5) { nodes { id } } }');
    const tree = readOperation(prepareOperation({ schema, document }), allScopes);
    if (!tree) throw new Error('The document has no operation.');
    const reads: Record<string, number> = {};
    for (const field of tree.root.fields) {
      for (const selection of field.selections) {
        const { fields } = selection;
        Object.defineProperty(selection, 'fields', {
          get() {
            reads[field.responseName] = (reads[field.responseName] ?? 0) + 1;
            return fields;
          },
        });
      }
    }
    const estimate = estimateCost(tree);
    const [path] = estimate.paths(1);
    if (!path) throw new Error('The operation has no path.');

    expect([path.path, estimate.maxFirst(path, estimate.cost / 2)]).toEqual(['signals.nodes.lists', 48]);
    // The estimate and the search for the page read both; three tried page sizes read `signals`.
    expect(reads).toEqual({ activities: 2, signals: 5 });
  });
});
