import { beforeAll, describe, expect, it } from 'vitest';
import { storeListEntries, storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import {
  FourEdgesDocument,
  ListsOfReferencesDocument,
  OutputsOfActivitiesDocument,
  ThreeTimesDocument,
} from '../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { storeBusyTeam } from '../conversation/activity/busy-team.ts';
import { byTool, startConversationGraph } from '../conversation/conversation-graph.ts';

/** The result of an operation that is rejected before any call. */
const rejected = (requiredCalls: number, maxFirst?: number) => ({
  data: null,
  errors: [
    {
      message: `This operation needs at least ${requiredCalls} tool calls; the limit is 200. ${
        maxFirst === undefined
          ? 'Request fewer objects or fields at once.'
          : `Request pages with first: ${maxFirst} or less.`
      }`,
      extensions: {
        code: 'TOOL_CALL_BUDGET_EXCEEDED',
        isRetryable: false,
        requiredCalls,
        ...(maxFirst !== undefined && { maxFirst }),
        requestId: expect.stringMatching(/^[\w-]{36}$/),
      },
    },
  ],
  toolCalls: [],
});

const anonymous = (document: string) => ({ toString: () => document });
const range = (length: number) => Array.from({ length }, (_, index) => index);
const uuidOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

describe('the budget of tool calls', () => {
  const graph = useGraph(startConversationGraph);
  beforeAll(async () => {
    await storeBusyTeam(graph.db, 66);
    await storeSignals(
      graph.db,
      range(110).map((index) => ({
        id: `sig_${index}`,
        discovered_at: minutesAgo(index),
        linkedin_id: `person-${index}`,
        experiences: [{ company_id: `exe_${index}` }],
        educations: [{ institution_id: `ede_${index}` }],
      })),
    );
    await storeLists(graph.db, [{ id: 'lst_1', name: 'Founders', creator: 'usr_ada' }]);
    await storeListEntries(graph.db, [{ id: 'ent_1', list_id: 'lst_1', signal_id: 'sig_0', added_by: 'usr_ada' }]);
  });

  it('rejects a page whose outputs exceed it, naming the largest `first` that fits', async () => {
    expect(await graph.execute(OutputsOfActivitiesDocument, { first: 100 })).toEqual(rejected(301, 66));
    expect(await graph.execute(OutputsOfActivitiesDocument, { first: 67 })).toEqual(rejected(202, 66));
    expect(graph.tools.calls).toEqual([]);
  });

  it('returns the largest page that fits', async () => {
    const { data, toolCalls } = await graph.ask(OutputsOfActivitiesDocument, { first: 66 });

    expect(toolCalls).toHaveLength(199);
    expect(data.activities?.edges).toHaveLength(66);
  });

  it('counts an output once, and does not count excluded ones', async () => {
    const withQuestions = { first: 100, withQuestions: false };
    expect(await graph.execute(OutputsOfActivitiesDocument, withQuestions)).toEqual(rejected(301, 66));
    const query = anonymous(`query ($with: Boolean!) {
      activities(first: 100) { nodes { summary { content } actionItems @include(if: $with) { text } questions @skip(if: true) { text } } }
    }`);
    expect(await graph.execute(query, { with: true })).toEqual(rejected(201, 99));
    expect((await graph.ask(query, { with: false })).toolCalls).toHaveLength(67);
  });

  it('counts two pages as if one contained the other', async () => {
    const page = (first: number, field: string) => `activities(first: ${first}) { nodes { ${field} } }`;
    const both = (one: number, two: number) =>
      anonymous(
        `{ one: ${page(one, 'summary { content } questions { text }')} two: ${page(two, 'summary { content }')} }`,
      );

    expect(await graph.execute(both(100, 100), {})).toEqual(rejected(201, 99));
    expect((await graph.ask(both(66, 100), {})).toolCalls).toHaveLength(1 + 66 + 66);
  });

  it('rejects too many activities by id, counting each id once', async () => {
    const ofIds = (ids: string[]) => {
      const fields = ids.map(
        (id, index) =>
          `a${index}: activity(id: "${id}") { summary { content } questions { text } topicMatches { text } }`,
      );
      return anonymous(`{ ${fields.join(' ')} }`);
    };
    expect(await graph.execute(ofIds(range(67).map(uuidOf)), {})).toEqual(rejected(201));
    expect((await graph.ask(ofIds(range(66).map(uuidOf)), {})).toolCalls).toHaveLength(198);
    expect((await graph.ask(ofIds(range(67).map(() => uuidOf(1))), {})).toolCalls).toHaveLength(3);
  });

  it('rejects too many references, counting each once', async () => {
    const signals = (count: number) => range(count).map((index) => ({ __typename: 'Signal', id: `sig_${index}` }));
    const ask = (representations: ReturnType<typeof signals>) =>
      graph.execute(ListsOfReferencesDocument, { representations });

    expect(await ask(signals(101))).toEqual(rejected(202));
    expect((await ask([...signals(100), ...signals(100)])).toolCalls).toHaveLength(200);
  });

  it('rejects too many changes before making the first', async () => {
    const ids = range(100).map((index) => `sig_${index + 1}`);
    const lists = { listId: 'lst_1', one: ids, two: ids };
    expect(await graph.execute(ThreeTimesDocument, { ...lists, three: ['sig_1'] })).toEqual(rejected(201));

    const twice = { listId: 'lst_1', one: ['sig_101', 'sig_101'], two: [], three: ['sig_102'] };
    expect((await graph.ask(ThreeTimesDocument, twice)).toolCalls).toEqual(times(2, called('list_entries_create')));
  });

  it('lets fields report their own errors when no call is certain', async () => {
    const query = anonymous('{ activities(first: 100) { nodes { summary { content } actionItems { text } } } }');
    const forbidden = await graph.execute(query, {}, { headers: { 'x-test-scopes': 'talent:read' } });
    expect(forbidden.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);

    const tooLong = await graph.execute(OutputsOfActivitiesDocument, { first: 101 });
    expect(tooLong.errors).toMatchObject([{ message: 'first must be from 1 to 100; it is 101.' }]);
  });

  it('plans 100 levels of fragments, each spread twice', async () => {
    const chain = range(100).map((level) => `fragment F${level} on Query { ...F${level + 1} ...F${level + 1} }`);
    const document = `{ ...F0 } ${chain.join(' ')} fragment F100 on Query { users { id } }`;

    expect((await graph.ask(anonymous(document), {})).toolCalls).toEqual([called('users_list')]);
  });

  it('completes batched lookups, and reports once how many objects lack a field', async () => {
    const { data, errors, toolCalls } = await graph.execute(FourEdgesDocument, { first: 100 });

    expect(byTool(toolCalls)).toEqual([
      called('companies_list', 100),
      called('educations_list', 100),
      called('lists_list', 1),
      ...times(96, called('signals_entries')),
      called('signals_list'),
      ...times(100, called('signals_list_by_linkedin_id')),
    ]);
    expect(errors).toEqual([
      {
        message:
          'This operation needs more than 200 tool calls. Request fewer objects or fields at once. signals.nodes.lists is missing for 4 objects.',
        path: ['signals', 'nodes', 96, 'lists'],
        extensions: {
          code: 'TOOL_CALL_BUDGET_EXCEEDED',
          tool: 'signals_entries',
          isRetryable: false,
          retryAt: null,
          fieldPath: 'signals.nodes.lists',
          objectCount: 4,
          requestId: expect.any(String),
        },
      },
    ]);
    const nodes = data?.signals?.nodes ?? [];
    expect(nodes[0]?.lists).toEqual([{ name: 'Founders' }]);
    expect(nodes.filter(({ lists }) => lists === null)).toHaveLength(4);
    expect(nodes.every(({ experiences, educations }) => experiences[0]?.company && educations[0]?.institution)).toBe(
      true,
    );
  });

  it('reserves no calls that an operation does not need', async () => {
    const { toolCalls } = await graph.ask(FourEdgesDocument, { first: 98 });

    expect(toolCalls).toHaveLength(1 + 98 + 98 + 1 + 1 + 1);
  });
});
