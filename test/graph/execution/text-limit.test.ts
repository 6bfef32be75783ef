import { buildSchema, isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { startOperation } from '../../../src/operation/operation.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { maxResultLength } from '../../../src/operation/operation-limits.ts';
import { executeOperation } from '../../../src/operation/execution/execute-plan.ts';
import { settled } from '../../support/gate.ts';

const schema = buildSchema(`
  type Query { text(length: Int!): String, later(length: Int!): ID, list(length: Int!): [String!], json: JSON, count: Int, at: DateTime, part: Query }
  scalar JSON
  scalar DateTime
`);
let resolved: string[] = [];
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields())) {
    field.resolve = (_source, { length }, _context, { path }) => {
      resolved.push(String(path.key));
      if (field.name === 'later') return Promise.resolve('x'.repeat(length));
      if (field.name === 'list') return ['x'.repeat(length), 'x'];
      if (field.name === 'json') return { key: ['text', 7] };
      if (field.name === 'text') return length < 0 ? null : 'x'.repeat(length);
      return field.name === 'part' ? {} : 12_345;
    };
  }
}

/** Runs an operation whose texts may have `left` more characters; `data` is undefined if it was stopped. */
async function run(source: string, left: number) {
  resolved = [];
  const operation = startOperation({
    payer: createPayer('ada'),
    clientSignal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  const { cost } = operation;
  cost.characters = maxResultLength - left;
  const { data } = await executeOperation({ schema, document: parse(source), contextValue: { operation } });
  await settled();
  operation.end();
  const characters = cost.characters - maxResultLength + left;
  return {
    data: operation.signal.aborted ? undefined : data,
    resolved,
    characters,
    longTexts: cost.longTexts,
    reason: operation.signal.reason,
  };
}

const tooLargeAt = (...path: (string | number)[]) => expect.objectContaining({ code: 'RESULT_TOO_LARGE', path });

describe('counting the characters of a result', () => {
  it('resolves all texts up to the limit', async () => {
    expect(await run('{ a: text(length: 2) b: text(length: 3) none: text(length: -1) }', 5)).toEqual({
      data: { a: 'xx', b: 'xxx', none: null },
      resolved: ['a', 'b', 'none'],
      characters: 5,
      longTexts: 0,
      reason: undefined,
    });
  });

  it('stops at the text that exceeds the limit, and resolves no further one', async () => {
    expect(
      await run('{ part { a: text(length: 2) b: text(length: 3) c: text(length: 1) part { d: text(length: 1) } } }', 4),
    ).toEqual({
      data: undefined,
      resolved: ['part', 'a', 'b'],
      characters: 5,
      longTexts: 0,
      reason: tooLargeAt('part', 'b'),
    });
  });

  it('counts texts that are loaded later', async () => {
    const { data, characters, reason } = await run(
      '{ a: later(length: 2) b: later(length: 3) c: later(length: 4) }',
      4,
    );
    expect({ data, characters, reason }).toEqual({ data: undefined, characters: 5, reason: tooLargeAt('b') });
  });

  it('counts the texts of lists and JSON, but no numbers and times', async () => {
    expect(await run('{ list(length: 5) }', 5)).toMatchObject({ characters: 6, reason: tooLargeAt('list', 1) });
    expect(await run('{ json }', 6)).toMatchObject({ characters: 7, reason: tooLargeAt('json') });
    expect(await run('{ count at }', 0)).toMatchObject({ data: { count: 12_345, at: 12_345 }, characters: 0 });
  });

  it('charges one for every 1,000 characters of a long text', async () => {
    const source = '{ a: text(length: 999) b: text(length: 999) c: text(length: 1000) d: text(length: 2999) }';
    expect(await run(source, 10_000)).toMatchObject({ characters: 5997, longTexts: 3 });
    expect(await run('{ list(length: 2000) }', 10_000)).toMatchObject({ characters: 2001, longTexts: 0 });
  });
});
