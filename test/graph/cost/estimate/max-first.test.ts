import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../../src/graph/schema.ts';
import { estimateCost } from '../../../../src/operation/cost/estimate/cost-estimate.ts';
import { readOperation } from '../../../../src/operation/cost/read-operation.ts';
import { allScopes } from '../../../../src/tools/scope.ts';

it('estimates only the selections again that depend on the page whose size it reduces', () => {
  const document = parse('{ signals(first: 100) { nodes { lists { id } } } activities(first: 5) { nodes { id } } }');
  const tree = readOperation({ schema, document, variableValues: {}, scopes: allScopes });
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
  // One estimate, one search for the page, and eight steps of the binary search.
  expect(reads).toEqual({ activities: 2, signals: 10 });
});
