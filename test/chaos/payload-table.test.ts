import { afterEach, describe, expect, it } from 'vitest';
import { payload } from '../support/chaos/body-faults.ts';
import { startChaos } from './chaos-graph.ts';
import { useResource } from '../support/resource.ts';

/** How the payload of a tool is changed, and the response that is expected then. */
interface PayloadRow {
  contents: string;
  tool: string;
  rewrite: (data: Payload) => unknown;
  document: string;
  data: Record<string, unknown>;
  /** Path of the MALFORMED_PAYLOAD error; absent when the payload is read leniently. */
  path?: (string | number)[];
}

interface Payload {
  items: Payload[];
  [key: string]: unknown;
}

const signal = '{ signal(id: "sig_1") { id fullName type score discoveredAt } lists { id } }';
const page = (first: number) =>
  `{ signals(first: ${first}) { totalCount pageInfo { hasNextPage } nodes { id } } lists { id } }`;
const references = `{ _entities(representations: [{ __typename: "Signal", id: "sig_1" }, { __typename: "List", id: "lst_1" }]) {
  ... on Signal { fullName } ... on List { name } } }`;
const activities = '{ activities { totalCount pageInfo { hasNextPage } nodes { title type status } } lists { id } }';
const outputs = '{ activities { nodes { title summary { content } actionItems { text } } } }';

const lists = [{ id: 'lst_1' }];
const person = {
  id: 'sig_1',
  fullName: 'Person 1',
  type: 'NEW_COMPANY',
  score: null,
  discoveredAt: '2026-03-02T11:59:00.000Z',
};
const nodes = ['sig_1', 'sig_2', 'sig_3'].map((id) => ({ id }));

const withoutKey = (key: string) => (data: Payload) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));

/** @param expected the signal, or undefined if the payload is rejected */
const ofSignal = (contents: string, rewrite: PayloadRow['rewrite'], expected?: object): PayloadRow => ({
  contents,
  rewrite,
  tool: 'signals_get',
  document: signal,
  data: { signal: expected ?? null, lists },
  ...(!expected && { path: ['signal'] }),
});

/** @param expected the page, or undefined if the payload is rejected */
const ofPage = (contents: string, rewrite: PayloadRow['rewrite'], expected?: object, first = 5): PayloadRow => ({
  contents,
  rewrite,
  tool: 'signals_list',
  document: page(first),
  data: { signals: expected ?? null, lists },
  ...(!expected && { path: ['signals'] }),
});

const pageOf = (
  items: object[],
  { totalCount = null, hasNextPage = false }: { totalCount?: number | null; hasNextPage?: boolean } = {},
) => ({
  totalCount,
  pageInfo: { hasNextPage },
  nodes: items,
});

const rows: PayloadRow[] = [
  ofSignal('null', () => null),
  ofSignal('a list instead of an object', (data) => [data]),
  ofSignal('a text instead of an object', () => 'sig_1'),
  ofSignal('an object without its id', withoutKey('id')),
  ofSignal('a number instead of an id', (data) => ({ ...data, id: 7 })),
  ofSignal('a text instead of a number and the reverse', (data) => ({ ...data, score: '8', full_name: 5 }), {
    ...person,
    fullName: null,
  }),
  ofSignal('an unknown enum value', (data) => ({ ...data, type: 'Moved to Mars' }), { ...person, type: null }),
  ofSignal('an invalid time', (data) => ({ ...data, discovered_at: 'yesterday' }), { ...person, discoveredAt: null }),
  ofSignal('unknown keys', (data) => ({ ...data, shoe_size: 42, __proto__: { id: 'x' }, constructor: null }), person),
  ofSignal('only an id', ({ id }) => ({ id }), {
    id: 'sig_1',
    fullName: null,
    type: null,
    score: null,
    discoveredAt: null,
  }),
  ofPage('a full page and no total', withoutKey('total'), pageOf(nodes.slice(0, 2), { hasNextPage: true }), 2),
  ofPage('an incomplete page and no total', withoutKey('total'), pageOf(nodes)),
  ofPage('an invalid total', (data) => ({ ...data, total: 'many' }), pageOf(nodes)),
  ofPage('no items', withoutKey('items')),
  ofPage('an object instead of items', (data) => ({ ...data, items: {} })),
  ofPage('null among the items', (data) => ({ ...data, items: [...data.items, null] })),
  ofPage(
    'the same item twice',
    (data) => ({ ...data, items: [...data.items, ...data.items.slice(0, 1)] }),
    pageOf([...nodes, { id: 'sig_1' }], { totalCount: 3 }),
  ),
  {
    contents: 'an unreadable reference',
    tool: 'signals_get',
    rewrite: () => [],
    document: references,
    data: { _entities: [null, { name: 'Founders' }] },
    path: ['_entities', 0],
  },
  {
    contents: 'no total, and activities with unknown enum values',
    tool: 'activities_list',
    rewrite: (data) => ({ items: data.items.map((item) => ({ ...item, type: 'seance', status: 7 })) }),
    document: activities,
    data: {
      activities: {
        totalCount: 1,
        pageInfo: { hasNextPage: false },
        nodes: [{ title: 'Kickoff', type: null, status: null }],
      },
      lists,
    },
  },
  {
    contents: 'a text instead of action items',
    tool: 'action_items_get',
    rewrite: () => ({ items: 'none' }),
    document: outputs,
    data: { activities: { nodes: [{ title: 'Kickoff', summary: null, actionItems: null }] } },
    path: ['activities', 'nodes', 0, 'actionItems'],
  },
];

const wire = (tool: string) => (/^(activities|action)/.test(tool) ? `convo_${tool}` : `talent_${tool}`);

describe('a payload with', () => {
  const chaos = useResource(startChaos);
  const node = useResource(() => chaos.startNode());
  afterEach(() => chaos.upstream.reset());

  it.each(rows)('$contents: $tool', async ({ tool, rewrite, document, data, path }) => {
    chaos.upstream.injectFault(
      wire(tool),
      payload((answer) => rewrite(Object(answer))),
    );
    const answer = await node.execute(document);

    expect(answer.data).toEqual(data);
    expect(answer.errors).toEqual(path === undefined ? [] : [malformed(tool, path)]);
    expect(chaos.upstream.calls.filter((call) => call.tool === wire(tool))).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no id', { name: 'New' }],
    ['a text', 'created'],
  ])('%s is rejected after a list was created, and the list is not created again', async (what, data) => {
    chaos.upstream.injectFault(
      'talent_lists_create',
      payload(() => data),
    );
    const answer = await node.execute(`mutation { createList(input: { name: "made: ${what}" }) {
      __typename ... on UpstreamProblem { code tool isRetryable } } }`);
    const made = await chaos.db.selectFrom('talent_lists').select('name').where('name', '=', `made: ${what}`).execute();

    expect(answer.data).toEqual({
      createList: {
        __typename: 'UpstreamProblem',
        code: 'MALFORMED_PAYLOAD',
        tool: 'lists_create',
        isRetryable: false,
      },
    });
    expect(chaos.upstream.calls).toHaveLength(1);
    expect(made).toHaveLength(1);
  });
});

const malformed = (tool: string, path: (string | number)[]): unknown => ({
  message: expect.stringContaining(`${tool} returned an unexpected payload: `),
  path,
  extensions: { code: 'MALFORMED_PAYLOAD', tool, isRetryable: false, retryAt: null, requestId: expect.any(String) },
});
