import { buildSchema, execute, isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { maxResultObjects, limitResults } from '../../../src/graph/cost/result-limit.ts';

const schema = buildSchema(`
  type Query { items(count: Int!): [Item!]! }
  type Item { name: String, parts: [Item!] }
`);
let resolved: string[] = [];
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields())) {
    field.resolve = (_source, { count }, _context, { path }) => {
      resolved.push(String(path.key));
      return field.name === 'items' ? Array.from({ length: count }, () => ({})) : null;
    };
  }
}
limitResults(schema);

/** Runs an operation whose result may have `left` more objects. */
async function run(source: string, left: number) {
  resolved = [];
  const { data } = await execute({
    schema,
    document: parse(source),
    contextValue: { cost: { objects: maxResultObjects - left } },
  });
  return { data, resolved };
}

describe('counting the objects of a result', () => {
  it('resolves all objects up to the limit', async () => {
    expect(await run('{ items(count: 2) { name } }', 2)).toEqual({
      data: { items: [{ name: null }, { name: null }] },
      resolved: ['items', 'name', 'name'],
    });
  });

  it('empties the list that exceeds the limit', async () => {
    expect(await run('{ items(count: 3) { name } }', 2)).toEqual({ data: { items: [] }, resolved: ['items'] });
  });

  it('does not load further lists after one has exceeded the limit', async () => {
    expect(await run('{ a: items(count: 3) { name } b: items(count: 1) { name } }', 2)).toEqual({
      data: { a: [], b: [] },
      resolved: ['a'],
    });
  });
});
