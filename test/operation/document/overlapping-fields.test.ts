// @module-tag never-excused
import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { overlappingFieldsRule } from '../../../src/operation/document/overlapping-fields.ts';
import { randomDocument, randomSchema } from './random-document.ts';

const schema = buildSchema(randomSchema);

const messages = (text: string) => validate(schema, parse(text), [overlappingFieldsRule]).map(({ message }) => message);

describe('overlappingFieldsRule', () => {
  it.each([
    ['{ dog { name: barks name } }', '"barks" and "name" are different fields'],
    ['{ dog { bark(loud: true) bark(loud: false) } }', 'they have differing arguments'],
    ['{ pet { ... on Dog { size } ... on Cat { size: lives } } }', 'they return conflicting types "Float" and "Int"'],
  ])('rejects %s', (text, reason) => {
    expect(messages(text)).toEqual([
      expect.stringContaining(`conflict because ${reason}. Use different aliases on the fields`),
    ]);
  });

  it('names the fields that are selected side by side', () => {
    const text = '{ dog { owner { name } } dog { owner { name: id } } }';
    expect(messages(text)).toEqual(
      validate(schema, parse(text), [OverlappingFieldsCanBeMergedRule]).map(({ message }) => message),
    );
  });

  it('accepts equal arguments in another order', () => {
    expect(messages('{ dog { find(by: { a: 1, b: 2 }, n: 1) find(n: 1, by: { b: 2, a: 1 }) } }')).toEqual([]);
  });

  it('has the verdicts of graphql-js for random documents', () => {
    const verdicts = { valid: 0, invalid: 0 };
    for (let seed = 0; seed < 1_000; seed += 1) {
      const text = randomDocument(seed);
      const expected = validate(schema, parse(text), [OverlappingFieldsCanBeMergedRule]).length === 0;
      expect({ text, isValid: messages(text).length === 0 }).toEqual({ text, isValid: expected });
      verdicts[expected ? 'valid' : 'invalid'] += 1;
    }
    expect(verdicts).toEqual({ valid: 456, invalid: 544 });
  });

  it('accepts thousands of equal fields', () => {
    const fields = Array.from({ length: 5_000 }, () => 'bark(loud: true)').join(' ');
    expect(messages(`{ dog { ${fields} } }`)).toEqual([]);
  });

  it('rejects fragments that multiply the work', () => {
    expect(() => messages(exponentialDocument(16))).toThrow(
      'The document merges more than 50000 fields. Repeat fewer fields in nested fragments.',
    );
    expect(messages(exponentialDocument(6))).toEqual([]);
  });
});

/**
 * Returns a document in which each level doubles the number of different sets of fields: each fragment contributes to
 * both types, but the first one contributes one more to dogs than to cats.
 */
function exponentialDocument(levels: number): string {
  const below = (level: number, states: readonly number[]) =>
    `{ owner { pets { ${states.map((state) => `...F${level + 1}x${state}`).join(' ')} } } }`;
  const fragments = Array.from({ length: levels }, (_, level) =>
    Array.from({ length: levels + 1 }, (__, state) => {
      const [dog, cat] = state === 0 ? [[0, 1], [0]] : [[Math.min(state + 1, levels)], [Math.min(state + 1, levels)]];
      return `fragment F${level}x${state} on Pet { ... on Dog ${below(level, dog)} ... on Cat ${below(level, cat)} }`;
    }),
  );
  const last = Array.from({ length: levels + 1 }, (_, state) => `fragment F${levels}x${state} on Pet { id }`);
  return ['{ pet { ...F0x0 } }', ...fragments.flat(), ...last].join('\n');
}
