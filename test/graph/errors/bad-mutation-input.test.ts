import { describe, expect, it } from 'vitest';
import { signalFilters } from '../../../src/tools/talent/signal-filter.ts';
import { idCount, operationOf, rootFields } from '../../support/graph/schema-walk.ts';
import { wellFormedTextRule } from '../../../src/tools/rules/well-formed-text.ts';
import { entryPayload, payloadId as id } from '../../support/platform/tool-payloads.ts';
import { useGraph } from '../../support/graph/test-graph.ts';

const requestId = expect.stringMatching(/^[\w-]{36}$/);
const problem = `__typename ... on Problem { message code } ... on InvalidInputProblem { issues { path message } }`;

describe('bad input of mutations', () => {
  const graph = useGraph();

  const send = (document: string, variables: object = {}) =>
    graph.execute<Record<string, unknown>, object>({ toString: () => document }, variables);

  const invalid = (...issues: { path: string[]; message: string }[]) => ({
    __typename: 'InvalidInputProblem',
    message: issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
    code: 'BAD_USER_INPUT',
    issues,
  });

  const takingIds = rootFields.filter((root) => root.kind === 'mutation' && idCount(root) > 0);
  const everyId = takingIds.flatMap((root) =>
    Array.from({ length: idCount(root) }, (_, position) => ({ ...root, name: root.field.name, position })),
  );

  it.each(everyId)('rejects an empty id of $name, number $position, without a call', async ({ position, ...root }) => {
    const ids = [...Array.from({ length: position }, () => id), '', id];
    const { document, variables } = operationOf(root, { ids, depth: 2 });
    const { data, errors } = await send(document, variables);
    const names = new Set(root.field.args.map(({ name }) => name));

    expect(errors).toEqual([]);
    for (const result of [data?.['it']].flat()) {
      expect(result).toMatchObject({ __typename: 'InvalidInputProblem', InvalidInputProblem_code: 'BAD_USER_INPUT' });
      const issues: { path: string[] }[] = Reflect.get(Object(result), 'InvalidInputProblem_issues');
      expect(issues.filter(({ path }) => !names.has(path[0] ?? ''))).toEqual([]);
    }
    expect(graph.tools.calls).toEqual([]);
  });

  it.each(everyId)(
    'rejects U+0000 in an id of $name, number $position, without a call',
    async ({ position, ...root }) => {
      const ids = [...Array.from({ length: position }, () => id), '\u0000', id];
      const { document, variables } = operationOf(root, { ids, depth: 2 });
      const { data, errors } = await send(document, variables);

      expect(errors).toEqual([]);
      const issues = [data?.['it']]
        .flat()
        .flatMap((result) => Reflect.get(Object(result), 'InvalidInputProblem_issues'));
      expect(issues).toContainEqual({
        __typename: 'InputIssue',
        path: expect.any(Array),
        message: wellFormedTextRule,
      });
      expect(graph.tools.calls).toEqual([]);
    },
  );

  const mustNotBeEmpty = (...path: string[]) => ({ path, message: 'must not be empty' });

  it.each([
    ['markSignalViewed(id: "")', invalid(mustNotBeEmpty('id'))],
    ['deleteList(id: "\\u0000")', invalid({ path: ['id'], message: wellFormedTextRule })],
    ['renameList(id: "l", name: "\\u0000")', invalid({ path: ['name'], message: wellFormedTextRule })],
    ['renameList(id: "", name: "New")', invalid(mustNotBeEmpty('id'))],
    ['removeListEntry(listId: "", entryId: "")', invalid(mustNotBeEmpty('listId'), mustNotBeEmpty('entryId'))],
    ['createList(input: { name: "New", accesses: ["a", ""] })', invalid(mustNotBeEmpty('input', 'accesses', '1'))],
    [
      'createSavedSearch(input: { title: "New", filter: {}, sharees: [""] })',
      invalid(mustNotBeEmpty('input', 'sharees', '0')),
    ],
  ])('names the argument of %s', async (call, answer) => {
    const { data } = await send(`mutation { it: ${call} { ${problem} } }`);

    expect(data).toEqual({ it: answer });
    expect(graph.tools.calls).toEqual([]);
  });

  it('rejects an empty id among several and adds the others', async () => {
    graph.tools.replace('list_entries_create', async () => entryPayload);
    const { data } = await send(
      `mutation { it: addSignalsToList(listId: "lst", signalIds: ["a", "", "b"]) { ${problem} } }`,
    );

    expect(data).toEqual({
      it: [
        { __typename: 'AddSignalToListSuccess' },
        invalid(mustNotBeEmpty('signalIds', '1')),
        { __typename: 'AddSignalToListSuccess' },
      ],
    });
    expect(graph.tools.calls.map(({ input }) => input)).toEqual([
      { list_id: 'lst', signal_id: 'a' },
      { list_id: 'lst', signal_id: 'b' },
    ]);
  });

  it.each<[string, object, string[], string]>([
    [
      'key',
      { key: 'shoe_size', operator: 'in', value: [42] },
      ['key'],
      `must be one of ${Object.keys(signalFilters).join(', ')}`,
    ],
    [
      'value in a list',
      { key: 'past_companies', operator: 'in', value: ['exe_1', 'ACME'] },
      ['value', '1'],
      'must be an id of the form exe_*',
    ],
  ])('rejects a raw filter with an invalid %s without a call', async (_what, filter, path, message) => {
    const filters = [{ key: 'score', operator: 'gte', value: 5 }, filter];
    const create = `mutation ($input: CreateSavedSearchInput!) { it: createSavedSearch(input: $input) { ${problem} } }`;
    const update = `mutation ($input: UpdateSavedSearchInput!) { it: updateSavedSearch(id: "sch", input: $input) { ${problem} } }`;
    const refused = { it: invalid({ path: ['input', 'filters', '1', ...path], message }) };

    expect((await send(create, { input: { title: 'New', filters, sharees: [] } })).data).toEqual(refused);
    expect((await send(update, { input: { filters } })).data).toEqual(refused);
    expect(graph.tools.calls).toEqual([]);
  });

  it('rejects a visit in the future without a call', async () => {
    const problemOf = (field: string) => `{ it: ${field} { ${problem} } }`;
    const visit = 'visitedAt: "2026-03-02T12:10:00.001Z"';
    const refused = { it: invalid({ path: ['input', 'visitedAt'], message: 'must not be in the future' }) };

    for (const field of [
      `createSavedSearch(input: { title: "New", filters: [], ${visit} })`,
      `updateSavedSearch(id: "sch", input: { ${visit} })`,
    ]) {
      expect((await send(`mutation ${problemOf(field)}`)).data).toEqual(refused);
    }
    expect(graph.tools.calls).toEqual([]);
  });

  const upload = 'mutation ($input: UploadActivityInput!) { it: uploadActivity(input: $input) { __typename } }';
  const subscribe = 'mutation ($input: CreateWebhookInput!) { it: createWebhook(input: $input) { __typename } }';
  const search =
    'mutation ($input: UpdateSavedSearchInput!) { it: updateSavedSearch(id: "sch", input: $input) { __typename } }';
  const call = { hostUserEmail: 'ada@example.com', language: 'en_GB', title: 'Call' };

  it.each<[string, string, object]>([
    ['input.recordingUrl', upload, { ...call, recordingUrl: 'nope' }],
    ['input.recordingUrl', upload, { ...call, recordingUrl: '' }],
    ['input.recordingUrl', upload, { ...call, recordingUrl: 5 }],
    ['input.recording', upload, { ...call, recording: 5 }],
    ['input.url', subscribe, { trigger: 'CONVERSATION_PLAYED', url: 'nope' }],
    ['input.url', subscribe, { trigger: 'CONVERSATION_PLAYED', url: '/hook' }],
    ['input.visitedAt', search, { visitedAt: '9999-12-31T23:59:59-12:00' }],
    ['input.visitedAt', search, { visitedAt: '+275760-09-13T00:00:00Z' }],
  ])('names %s in a variable', async (argument, document, input) => {
    const { data, errors } = await send(document, { input });

    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(argument),
        extensions: { code: 'BAD_USER_INPUT', isRetryable: false, requestId },
      },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it.each([
    [
      'recordingUrl',
      `uploadActivity(input: { hostUserEmail: "ada@example.com", language: "en_GB", title: "Call", recordingUrl: "nope" })`,
    ],
    ['url', 'createWebhook(input: { trigger: CONVERSATION_PLAYED, url: "nope" })'],
  ])('names %s in a literal', async (argument, field) => {
    const { errors } = await send(`mutation { it: ${field} { __typename } }`);

    expect(errors).toMatchObject([
      { message: expect.stringContaining(`input.${argument}`), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });
});
