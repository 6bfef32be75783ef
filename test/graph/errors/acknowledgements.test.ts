import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { payloadId as id, type ToolName, toolPayloads } from '../../support/platform/tool-payloads.ts';
import { useGraph } from '../../support/graph/test-graph.ts';

/** A mutation, the tool that makes its change, and the record that its success returns. */
interface Change {
  tool: ToolName;
  call: string;
  success: string;
  /** The returned record: `more` selects fields besides `id`, which the tool `read` loads. */
  shows?: { field: string; more: string; value: unknown; read?: ToolName };
}

const signal = { field: 'signal', more: 'fullName', value: 'Nia Owusu', read: 'signals_get' } as const;
const list = { field: 'list', more: 'name', value: 'Founders', read: 'lists_get' } as const;
const savedSearch = { field: 'savedSearch', more: 'title', value: 'Strong founders', read: 'searches_get' } as const;
const recording = 'recordingUrl: "https://files.example/call.vtt"';

const updates: Change[] = [
  { tool: 'signal_mark_viewed', call: `markSignalViewed(id: "${id}")`, success: 'MarkSignalViewed', shows: signal },
  { tool: 'signal_screen', call: `screenSignal(id: "${id}")`, success: 'ScreenSignal', shows: signal },
  { tool: 'signal_unscreen', call: `unscreenSignal(id: "${id}")`, success: 'UnscreenSignal', shows: signal },
  { tool: 'lists_update', call: `renameList(id: "${id}", name: "New")`, success: 'RenameList', shows: list },
  {
    tool: 'searches_update',
    call: `updateSavedSearch(id: "${id}", input: { title: "New" })`,
    success: 'UpdateSavedSearch',
    shows: savedSearch,
  },
];

const deletions: Change[] = [
  { tool: 'lists_delete', call: `deleteList(id: "${id}")`, success: 'DeleteList' },
  { tool: 'list_entries_delete', call: `removeListEntry(listId: "lst", entryId: "${id}")`, success: 'RemoveListEntry' },
  { tool: 'searches_delete', call: `deleteSavedSearch(id: "${id}")`, success: 'DeleteSavedSearch' },
  { tool: 'webhook_delete', call: `deleteWebhook(id: "${id}")`, success: 'DeleteWebhook' },
];

const creations: Change[] = [
  { tool: 'lists_create', call: 'createList(input: { name: "Founders" })', success: 'CreateList', shows: list },
  {
    tool: 'list_entries_create',
    call: `addSignalToList(listId: "${id}", signalId: "${id}")`,
    success: 'AddSignalToList',
    shows: { field: 'entry', more: 'addedBy { id }', value: { id }, read: 'list_entries_get' },
  },
  {
    tool: 'searches_create',
    call: 'createSavedSearch(input: { title: "Strong", filter: {}, sharees: [] })',
    success: 'CreateSavedSearch',
    shows: savedSearch,
  },
  {
    tool: 'searches_duplicate',
    call: 'duplicateSavedSearch(id: "original")',
    success: 'DuplicateSavedSearch',
    shows: savedSearch,
  },
  {
    tool: 'activity_upload',
    call: `uploadActivity(input: { hostUserEmail: "ada@example.com", language: "en_GB", title: "Call", ${recording} })`,
    success: 'UploadActivity',
    shows: { field: 'activity', more: 'title', value: 'Intro call', read: 'activities_list' },
  },
  {
    tool: 'webhook_create',
    call: 'createWebhook(input: { trigger: CONVERSATION_PLAYED, url: "https://hooks.example.com/played" })',
    success: 'CreateWebhook',
    // No tool returns a webhook, so the success returns the input.
    shows: { field: 'webhook', more: 'url', value: 'https://hooks.example.com/played' },
  },
];

const acknowledgements: [string, unknown][] = [
  ['null', null],
  ['{}', {}],
  ['{ success: true }', { success: true }],
  ['{ ok: true }', { ok: true }],
];
const garbage: [string, unknown][] = [
  ['a text', '<html>'],
  ['a list', [{ id }]],
  ['a number', 7],
  ['{ success: false }', { success: false }],
  ['{ ok: false }', { ok: false }],
  ['{ error }', { error: 'No.' }],
];

const cross = (changes: Change[], shapes: [string, unknown][]) =>
  changes.flatMap((change) => shapes.map(([shape, payload]) => ({ ...change, shape, payload })));

describe('the payload of a change', () => {
  const graph = useGraph();

  /** Sends a mutation whose tool returns `payload`. Also returns the names of the called tools. */
  async function make({ tool, call, success, shows }: Change, payload: unknown, more = shows?.more ?? '') {
    graph.tools.restore();
    for (const [name, whole] of Object.entries(toolPayloads)) {
      graph.tools.replace(name, async () => (name === tool ? payload : whole));
    }
    return send(`mutation { it: ${call} { __typename
      ... on ${success}Success { ${shows ? `${shows.field} { id ${more} }` : 'deletedId'} }
      ... on UpstreamProblem { code tool isRetryable message } } }`);
  }

  async function send(document: string) {
    const { data, errors } = await graph.execute<{ it: unknown }, object>({ toString: () => document }, {});
    return { it: data?.it, errors, tools: graph.tools.calls.map(({ tool }) => tool) };
  }

  const success = ({ success: name, shows }: Change) => ({
    __typename: `${name}Success`,
    ...(shows ? { [shows.field]: { id, [shows.more.split(' ')[0] ?? '']: shows.value } } : { deletedId: id }),
  });

  const malformed = (tool: string) => ({
    __typename: 'UpstreamProblem',
    code: 'MALFORMED_PAYLOAD',
    tool,
    isRetryable: false,
    message: expect.stringMatching(new RegExp(`^${tool} `)),
  });

  it('is tested for every tool that changes data', () => {
    const all = Object.values({ ...talentTools, ...conversationTools }).filter((tool) => tool.class !== 'read');
    const tried = [...updates, ...deletions, ...creations].map(({ tool }) => tool);
    expect(tried.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  });

  it.each(cross(updates, [...acknowledgements, ['{ id }', { id }], ['another id', { id: 'other' }]]))(
    '$tool with $shape: loads the record if it is selected',
    async ({ payload, ...change }) => {
      expect(await make(change, payload)).toEqual({
        it: success(change),
        errors: [],
        tools: [change.tool, change.shows?.read],
      });
      expect(await make(change, payload, '__typename')).toMatchObject({ errors: [], tools: [change.tool] });
    },
  );

  it.each([...updates, ...creations])('$tool with the full record: loads nothing', async (change) => {
    expect(await make(change, toolPayloads[change.tool])).toEqual({
      it: success(change),
      errors: [],
      tools: [change.tool],
    });
  });

  it.each(cross(deletions, [...acknowledgements, ['{ id }', { id }], ['the record', { id: 'other', name: 'Gone' }]]))(
    '$tool with $shape: confirms the deletion',
    async ({ payload, ...change }) => {
      expect(await make(change, payload)).toEqual({ it: success(change), errors: [], tools: [change.tool] });
    },
  );

  it.each(cross([...updates, ...deletions], garbage))(
    '$tool with $shape: is rejected as malformed',
    async ({ payload, ...change }) => {
      const { it: problem, tools } = await make(change, payload);
      expect(problem).toEqual(malformed(change.tool));
      expect(tools).toEqual([change.tool]);
    },
  );

  it.each(creations)('$tool with { id }: loads the record if it is selected', async (change) => {
    const { read } = change.shows ?? {};
    expect(await make(change, { id })).toEqual({
      it: success(change),
      errors: [],
      tools: [change.tool, ...(read ? [read] : [])],
    });
    expect(await make(change, { id }, '__typename')).toMatchObject({ errors: [], tools: [change.tool] });
  });

  it.each(cross(creations, [...acknowledgements, ...garbage, ['an empty id', { id: '' }]]))(
    '$tool with $shape: warns that the record probably exists',
    async ({ payload, ...change }) => {
      const { it: problem, tools } = await make(change, payload);
      expect(problem).toEqual({
        ...malformed(change.tool),
        message: expect.stringContaining('. The record probably exists; check before you retry.'),
      });
      expect(tools).toEqual([change.tool]);
    },
  );

  it('is not used as the record if it omits lists, which would appear empty', async () => {
    for (const change of updates.filter(({ tool }) => tool === 'lists_update')) {
      const { tools } = await make(change, { id, name: 'Half' });
      expect(tools).toEqual(['lists_update', 'lists_get']);
    }
  });

  it.each([
    ['a failure', () => Promise.reject(new ToolError({ code: 'RATE_LIMITED', tool: 'signals_get', message: 'Slow.' }))],
    ['a refusal', () => Promise.reject(new ToolError({ code: 'FORBIDDEN', tool: 'signals_get', message: 'No.' }))],
    ['nothing', () => Promise.reject(new ToolError({ code: 'NOT_FOUND', tool: 'signals_get', message: 'Gone.' }))],
  ])('reports that the change was made when loading the record ends with %s', async (_what, answer) => {
    graph.tools.replace('signal_screen', async () => null);
    graph.tools.replace('signals_get', answer);
    const { it: problem, errors } = await send(`mutation { it: screenSignal(id: "${id}") { __typename
      ... on ScreenSignalSuccess { signal { fullName } } ... on UpstreamProblem { message tool isRetryable retryAt } } }`);

    expect(problem).toEqual({
      __typename: 'UpstreamProblem',
      message: expect.stringMatching(/^The change was made, but /),
      tool: 'signals_get',
      isRetryable: false,
      retryAt: null,
    });
    expect(errors).toEqual([]);
  });

  it('is followed by loads that do not reuse records from before the change', async () => {
    const names = ['Before', 'After'];
    graph.tools.replace('list_entries_create', async () => ({ id, list_id: id, signal_id: id }));
    graph.tools.replace('signal_screen', async () => null);
    graph.tools.replace('signals_get', async () => ({ id, full_name: names.shift() }));
    const document = `mutation {
      it: addSignalToList(listId: "${id}", signalId: "${id}") {
        ... on AddSignalToListSuccess { entry { signal { fullName } } } }
      afterwards: screenSignal(id: "${id}") { ... on ScreenSignalSuccess { signal { fullName } } } }`;
    const { data } = await graph.execute<object, object>({ toString: () => document }, {});

    expect(data).toEqual({
      it: { entry: { signal: { fullName: 'Before' } } },
      afterwards: { signal: { fullName: 'After' } },
    });
  });
});
