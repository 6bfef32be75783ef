import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { minutesAgo, useGraph } from '../../support/graph/test-graph.ts';
import { jsonRequest } from '../../support/network/post-json.ts';

const resultSchema = z.looseObject({
  list: z.object({ id: z.string() }).optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
const answerSchema = z.object({ data: z.record(z.string(), z.union([resultSchema, z.array(resultSchema)])) });

const create = (key: string, name = 'Founders') =>
  `createList(input: { name: "${name}" }, idempotencyKey: "${key}") { ... on CreateListSuccess { list { id } } ... on Problem { code message } }`;

describe('an idempotency key', () => {
  const graph = useGraph();
  beforeEach(async () => {
    await graph.db.deleteFrom('talent_lists').execute();
    await graph.db.deleteFrom('keyed_calls').execute();
    await storeSignals(graph.db, [{ id: 'sig_1', discovered_at: minutesAgo(1) }]);
  });
  async function mutate(fields: string) {
    const request = jsonRequest('http://127.0.0.1:4000/graphql', { query: `mutation { ${fields} }` });
    return answerSchema.parse(await (await graph.app.fetch(request)).json()).data;
  }
  const listCount = async () => (await graph.db.selectFrom('talent_lists').select('id').execute()).length;

  it('makes a repeated mutation return the first result', async () => {
    expect(await mutate(create('key'))).toEqual(await mutate(create('key')));
    expect(await mutate(create('key', 'Other'))).toMatchObject({ createList: { code: 'CONFLICT' } });
    expect(await listCount()).toBe(1);
  });

  it('may be the same for several fields of an operation, and for several signals', async () => {
    const two = await mutate(`a: ${create('key')} b: ${create('key')}`);
    expect(await listCount()).toBe(2);
    const [listId] = Object.values(two).flatMap((each) => ('list' in each ? [each.list?.id] : []));
    const add = `addSignalsToList(listId: "${listId}", signalIds: ["sig_1"], idempotencyKey: "key") { __typename }`;
    expect(await mutate(add)).toEqual({ addSignalsToList: [{ __typename: 'AddSignalToListSuccess' }] });
    expect(await mutate(add)).toEqual({ addSignalsToList: [{ __typename: 'AddSignalToListSuccess' }] });
  });

  it.each(['', 'k'.repeat(256)])('has 1 to 255 characters', async (key) => {
    expect(await mutate(create(key))).toEqual({
      createList: { code: 'BAD_USER_INPUT', message: 'idempotencyKey must have 1 to 255 characters.' },
    });
    expect(await listCount()).toBe(0);
  });

  it('lets the graph repeat a change whose response was lost', async () => {
    let isLost = false;
    graph.tools.replace('lists_create', async (_call, real) => {
      const result = await real();
      if (isLost) return result;
      isLost = true;
      throw new ToolError({ code: 'UPSTREAM_UNAVAILABLE', message: 'Lost.', tool: 'lists_create' });
    });
    const { createList } = await mutate('createList(input: { name: "Founders" }) { __typename }');
    expect(createList).toEqual({ __typename: 'CreateListSuccess' });
    expect(await listCount()).toBe(1);
  });
});
