import { buildSchema, type DocumentNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Plan, prepareOperation } from '../../../src/operation/execution/plan.ts';
import type { PlannedSelection } from '../../../src/operation/execution/planned-field.ts';

const schema = buildSchema('type Query { a(n: Int, isNew: Boolean): Int, b: Query, c: Query, d: Query }');

function planOf(document: DocumentNode, variableValues: Record<string, unknown> = {}, operationName?: string): Plan {
  const prepared = prepareOperation({ schema, document, variableValues, operationName });
  if ('plan' in prepared) return prepared.plan;
  throw new Error('The operation cannot run.', { cause: prepared });
}

function expand({ type, fields }: PlannedSelection): number {
  return fields.reduce((sum, field) => sum + 1 + (field.leafType ? 0 : expand(field.selectionOn(type))), 0);
}

describe('the plan of an operation', () => {
  it('is the same for all variables but those of conditions', () => {
    const document = parse(
      'query ($n: Int, $new: Boolean, $x: Boolean!) { a(n: $n, isNew: $new) @skip(if: $x) b { a } }',
    );
    const plan = planOf(document, { n: 1, x: true });

    expect(plan.root().fields.map(({ responseName }) => responseName)).toEqual(['b']);
    expect(planOf(document, { n: 2, new: true, x: true })).toBe(plan);
    expect(planOf(document, { n: 1, x: false })).not.toBe(plan);
  });

  it('is that of the named operation', () => {
    const document = parse('query One { a } query Two { b { a } }');
    const names = ['One', 'Two'].map((name) => planOf(document, {}, name).root().fields[0]?.responseName);
    expect(names).toEqual(['a', 'b']);
  });

  it('is made again when all plans together have more than 50,000 fields', () => {
    const aliases = (count: number, below: string) =>
      Array.from({ length: count }, (_, at) => `x${at}: ${below}`).join(' ');
    const text = `{ ${aliases(40, 'b { ...F }')} } fragment F on Query { ${aliases(30, 'a')} }`;
    const first = parse(text);
    const documentsUntilReset = () => {
      const plan = planOf(first);
      expand(plan.root());
      let count = 0;
      for (; planOf(first) === plan; count += 1) expand(planOf(parse(text)).root());
      return count;
    };
    // Plans of earlier tests count too, so the measured run starts after a reset.
    documentsUntilReset();
    // Each document has 1,240 fields.
    expect(documentsUntilReset()).toBe(40);
  });
});
