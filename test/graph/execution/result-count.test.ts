import { buildSchema, isObjectType, parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { toolCalls } from '../../../src/operation/cost/call-cost.ts';
import { executeOperation } from '../../../src/operation/execution/execute-plan.ts';
import { maxResultObjects } from '../../../src/operation/operation-limits.ts';
import { startOperation } from '../../../src/operation/operation.ts';
import { turnsOfWork } from '../../../src/operation/work-turns.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { settled } from '../../support/gate.ts';

const schema = buildSchema(`
  type Query { items(count: Int!): [Item!]! }
  type Item { name: String, part: Item, lost: Item, losses: [Item], later: [Item!], grid: [[Item]], called: String }
`);
let resolved: string[] = [];
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields())) {
    if (field.name === 'called') field.extensions = toolCalls({ perObject: ['tool'] });
    field.resolve = (_source, { count }, _context, { path }) => {
      resolved.push(String(path.key));
      if (field.name === 'items') return Array.from({ length: count }, () => ({}));
      if (field.name === 'later') return Promise.resolve([{}, {}]);
      if (field.name === 'grid')
        return [
          [{}, null],
          [Promise.resolve({}), Promise.resolve(null)],
        ];
      if (field.name === 'lost' && resolved.filter((name) => name === 'lost').length > 1)
        return Promise.reject(new Error('Lost'));
      if (field.name === 'losses') return [{}, Promise.reject(new Error('Lost'))];
      return field.name === 'part' || field.name === 'lost' ? {} : null;
    };
  }
}

/** Runs an operation whose result may have `left` more objects; `data` is undefined if it was stopped. */
async function run(source: string, left: number) {
  resolved = [];
  const operation = startOperation({
    payer: createPayer('ada'),
    clientSignal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  const { cost } = operation;
  cost.objects = maxResultObjects - left;
  const { data } = await executeOperation({ schema, document: parse(source), contextValue: { operation } });
  await settled();
  operation.end();
  return {
    data: operation.signal.aborted ? undefined : data,
    resolved,
    objects: cost.objects - maxResultObjects + left,
    reason: operation.signal.reason,
  };
}

const tooLarge = expect.objectContaining({ code: 'RESULT_TOO_LARGE' });

describe('counting the objects of a result', () => {
  it('resolves all objects up to the limit', async () => {
    expect(await run('{ items(count: 2) { name } }', 2)).toEqual({
      data: { items: [{ name: null }, { name: null }] },
      resolved: ['items', 'name', 'name'],
      objects: 2,
      reason: undefined,
    });
  });

  // Vitest fails if a rejection has no handler.
  it('handles rejections of fields and list items after it has stopped', async () => {
    const { data, reason } = await run('{ items(count: 3) { lost { name } } }', 3);
    expect({ data, reason }).toEqual({ data: undefined, reason: tooLarge });
    expect(resolved).toEqual(['items', 'lost', 'lost', 'lost']);
    expect(await run('{ items(count: 3) { losses { name } } }', 3)).toMatchObject({ reason: tooLarge });
  });

  it('stops before the first item of a list that would exceed the limit', async () => {
    expect(await run('{ items(count: 3) { name } }', 2)).toEqual({
      data: undefined,
      resolved: ['items'],
      objects: 0,
      reason: tooLarge,
    });
  });

  it('counts single objects and stops before the fields of the one that exceeds the limit', async () => {
    expect(await run('{ items(count: 1) { part { part { name } } } }', 2)).toEqual({
      data: undefined,
      resolved: ['items', 'part', 'part'],
      objects: 2,
      reason: tooLarge,
    });
  });

  it('counts the items of nested lists and those that are loaded later, but not null', async () => {
    expect(await run('{ items(count: 1) { grid { name } } }', 5)).toEqual({
      data: {
        items: [
          {
            grid: [
              [{ name: null }, null],
              [{ name: null }, null],
            ],
          },
        ],
      },
      resolved: ['items', 'grid', 'name', 'name'],
      objects: 3,
      reason: undefined,
    });
  });

  it('resolves no further list after the limit was exceeded', async () => {
    const { data, resolved: fields, objects } = await run('{ items(count: 3) { later { later { name } } } }', 10);
    expect(data).toBeUndefined();
    expect(fields).not.toContain('name');
    expect(objects).toBeLessThanOrEqual(10);
  });

  it('resolves the fields of a large list in turns, even if they call tools', async () => {
    resolved = [];
    let taken = 0;
    const turns = { isDue: true, take: async () => void (taken += 1) };
    using opened = vi.spyOn(turnsOfWork, 'open').mockReturnValue(turns);
    const clientSignal = new AbortController().signal;
    const operation = startOperation({ payer: createPayer('ada'), clientSignal, timeoutMs: 60_000 });
    expect(opened).toHaveBeenCalledOnce();
    await executeOperation({
      schema,
      document: parse('{ small: items(count: 2) { called } large: items(count: 5000) { called } }'),
      contextValue: { operation },
    });
    operation.end();
    expect(resolved).toHaveLength(4 + 5000);
    expect(taken).toBeGreaterThan(1000);
  });

  it('stops at the next object after the time limit, even if no timer can run', async () => {
    resolved = [];
    let now = 0;
    const operation = startOperation({
      payer: createPayer('ada'),
      clientSignal: new AbortController().signal,
      // oxlint-disable-next-line timing/no-literal-limit -- measured by the clock below
      timeoutMs: 1000,
      clock: () => (now += 100),
    });
    const contextValue = { operation };
    void executeOperation({ schema, document: parse('{ items(count: 2000) { name } }'), contextValue });
    await vi.waitFor(() => expect(operation.signal.reason).toMatchObject({ code: 'OPERATION_TIMEOUT' }));
    operation.end();
    expect(resolved.length).toBeLessThan(1100);
  });
});
