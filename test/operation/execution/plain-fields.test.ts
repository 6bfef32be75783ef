import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { executeOperation } from '../../../src/operation/execution/execute-plan.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { startOperation } from '../../../src/operation/operation.ts';

const schema = buildSchema(`
  scalar Odd
  type Query { it: Item, its: [Item!]! }
  type Item { id: ID! text: String int: Int! float: Float bool: Boolean odd: Odd }
`);

async function run(source: string, rootValue: object) {
  const operation = startOperation({
    payer: createPayer('ada'),
    clientSignal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  const request = { schema, document: parse(source), rootValue, contextValue: { operation } };
  const { data, errors = [] } = await executeOperation(request);
  operation.end();
  const { characters, longTexts } = operation.cost;
  const stopped: unknown = operation.signal.reason;
  return { data: JSON.stringify(data), errors: errors.map(({ message }) => message), characters, longTexts, stopped };
}

describe('plain fields', () => {
  it('can have the names of properties that every object has', async () => {
    const source = '{ it { __proto__: text constructor: id toString: int __typename } }';
    const { data } = await run(source, { it: { id: 'x', text: 'y', int: 3 } });
    expect(data).toBe('{"it":{"__proto__":"y","constructor":"x","toString":3,"__typename":"Item"}}');
  });

  it('convert values as their scalars do', async () => {
    const source = '{ its { id text int float bool odd } }';
    const its = [
      { id: 7, text: 8, int: '9', float: 2, bool: 1, odd: { a: [1] } },
      { id: '7', text: '', int: -1, float: 0.5, bool: false, odd: 'x' },
    ];
    const { data, errors } = await run(source, { its });
    expect({ data, errors }).toEqual({
      data: '{"its":[{"id":"7","text":"8","int":9,"float":2,"bool":true,"odd":{"a":[1]}},{"id":"7","text":"","int":-1,"float":0.5,"bool":false,"odd":"x"}]}',
      errors: [],
    });
  });

  it.each([
    [{ id: 'x', int: 2 ** 31 }, 'Int cannot represent non 32-bit signed integer value: 2147483648'],
    [{ id: 'x', int: null }, 'Cannot return null for non-nullable field Item.int.'],
    [{ id: {}, int: 1 }, 'ID cannot represent value: {}'],
    [{ id: 'x', int: new Error('No.') }, 'No.'],
  ])('report wrong values: %o', async (item, message) => {
    const { data, errors } = await run('{ it { id int } }', { it: item });
    expect({ data, errors }).toEqual({ data: '{"it":null}', errors: [message] });
  });

  it('report the error of a property once, and resolve the others', async () => {
    const item = {
      id: 'x',
      text: 'text',
      get int() {
        throw new Error('No.');
      },
    };
    const { errors, data } = await run('{ it { id text int } }', { it: item });
    expect({ data, errors }).toEqual({ data: '{"it":null}', errors: ['No.'] });
  });

  it('count the characters of texts', async () => {
    const item = { id: 'abc', text: 'x'.repeat(2500), int: 12, odd: { key: 'four' } };
    const { characters, longTexts } = await run('{ it { id text int odd } }', { it: item });
    expect({ characters, longTexts }).toEqual({ characters: 3 + 2500 + 7, longTexts: 2 });
  });
});

it('counts the objects of lists that still wait for an item', async () => {
  const items = Array.from({ length: 6000 }, () => ({ id: 'x' }));
  const its = [...items, new Promise(() => {})];
  const { stopped } = await run('{ a: its { id } b: its { id } }', { its });
  expect(stopped).toMatchObject({ code: 'RESULT_TOO_LARGE' });
});
