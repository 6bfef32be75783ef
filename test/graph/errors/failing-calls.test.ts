import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { schema } from '../../../src/graph/schema.ts';
import { startGraph, useGraph } from '../../support/graph/test-graph.ts';
import {
  entitiesOperations,
  entityNames,
  operationsOf,
  type RootField,
  rootFields,
} from '../../support/graph/schema-walk.ts';
import { payloadId as id } from '../../support/platform/tool-payloads.ts';
import { matchedPayloads } from './matched-payloads.ts';

interface Operation {
  document: string;
  variables: object;
}

/** Arguments that cannot be generated from their types. */
const argumentsOf: Partial<Record<string, Record<string, unknown>>> = {
  signals: { filter: {} },
  companies: { ids: ['exe_1'] },
  educationInstitutions: { ids: ['ede_1'] },
  createSavedSearch: { input: { title: 'Strong', filter: {}, sharees: [] } },
  updateSavedSearch: { input: { title: 'Strong' } },
  uploadActivity: {
    input: {
      hostUserEmail: 'ada@example.com',
      language: 'en_GB',
      title: 'Call',
      recordingUrl: 'https://files.example/call.vtt',
    },
  },
  ...Object.fromEntries(
    ['callScores', 'coachingFeedback', 'comments', 'listens'].map((name) => [
      name,
      { period: { from: '2026-02-01T00:00:00Z' } },
    ]),
  ),
};

/** Selects only 3 levels below an activity, because 4 levels would need many operations. */
const depthOf = ({ field }: RootField) => (getNamedType(field.type).name === 'Activity' ? 3 : 4);
const fieldOperations = (root: RootField, levels: number) =>
  operationsOf(root, { ids: [id], depth: levels, values: argumentsOf[root.field.name] ?? {} });

/** References to all entities but webhooks, which no tool returns. */
const references = (levels: number) =>
  entitiesOperations(
    entityNames.filter((name) => name !== 'Webhook').map((name) => ({ __typename: name, id, list: { id } })),
    levels,
  );

/** An operation with a selection that is deeper than the generated ones, or needs an argument. */
const selecting = (root: string, field: string, selection: string): [string, Operation, Operation] => {
  const document = (inner: string) => `query { it: ${root} { __typename ${inner} } }`;
  const name = `${root.replace(/\(.*/, '')}.${field.replace(/\(.*/, '')}`;
  return [
    name,
    { document: document(`${field} { __typename ${selection} }`), variables: {} },
    { document: document(''), variables: {} },
  ];
};

const pageOf = (edge: string) => `pageInfo { endCursor } nodes { id } edges { __typename cursor ${edge} }`;
const matchFields = 'confidence score matchedOn evidence';
const moment = 'startMs endMs text participant { id name } activity { id title }';

const selections = [
  selecting(`signal(id: "${id}")`, 'conversations', pageOf(`node { title } participant { id name } ${matchFields}`)),
  selecting(
    'company(id: "exe_1")',
    'conversations',
    pageOf('node { title } participants { id name } matchedOn evidence'),
  ),
  selecting('company(id: "exe_1")', 'people', pageOf('node { fullName } employment')),
  selecting(
    `activity(id: "${id}")`,
    'participants',
    `signals { __typename ${pageOf(`node { fullName } ${matchFields}`)} }`,
  ),
  selecting(
    `activity(id: "${id}")`,
    'moments(kinds: [COMMENT, ACTION_ITEM])',
    `... on CommentMoment { ${moment} comment { id text } } ... on ActionItemMoment { ${moment} actionItem { text } }`,
  ),
  selecting(
    'signals',
    'facets(by: [PROFILE_TAG])',
    'isPartial countedSignals groups { __typename facet missingCount values { __typename value count } }',
  ),
];

/** The fields of a transcript are deeper than the generated operations. */
const transcriptFields = `document speakers { __typename participant { __typename name } }
  segments { __typename pageInfo { endCursor } nodes { text } edges { __typename cursor node { participant { name } } } }`;

const transcript = (selection: string): Operation => ({
  document: `query ($id: ID!) { it: activity(id: $id) { transcript { __typename ${selection} } } }`,
  variables: { id },
});

/** Pairs each operation with `bare`, which selects no fields and only calls the root's tools. */
const inParts = (name: string, whole: Operation[], [bare = { document: '', variables: {} }]: Operation[]) =>
  whole.map((operation, part): [string, Operation, Operation] => [
    whole.length > 1 ? `${name}, part ${part + 1}` : name,
    operation,
    bare,
  ]);

const operations: [string, Operation, Operation][] = [
  ...rootFields.flatMap((root) =>
    inParts(root.field.name, fieldOperations(root, depthOf(root)), fieldOperations(root, 0)),
  ),
  ...inParts('_entities', references(3), references(0)),
  ...selections,
  ['transcript', transcript(transcriptFields), transcript('')],
];

describe('a tool that fails after the root field is resolved', () => {
  // The generated operations select every field, which costs more than an operation may.
  const graph = useGraph(() => startGraph({ environment: { COST_MODE: 'off' } }));
  const seen = new Set<string>();

  /** Runs an operation. Calls for which `fails` returns true fail. */
  async function run({ document, variables }: Operation, fails: (tool: string, index: number) => boolean) {
    graph.tools.restore();
    let index = 0;
    for (const [tool, payload] of Object.entries(matchedPayloads)) {
      graph.tools.replace(tool, async () => {
        if (!fails(tool, index++)) return payload;
        throw new ToolError({ code: 'UPSTREAM_ERROR', tool, message: 'No.' });
      });
    }
    const { data, errors } = await graph.execute<object, object>({ toString: () => document }, variables);
    return { data, errors, tools: graph.tools.calls.map(({ tool }) => tool) };
  }

  it.each(operations)('does not null the parent: %s', async (_name, whole, bare) => {
    const all = await run(whole, () => false);
    expect(all.errors).toEqual([]);
    noteFields(all.data, seen);
    const needed = (await run(bare, () => false)).tools.length;

    // First, all calls after those of the root field fail; then those of one tool at a time.
    const cases = [undefined, ...new Set(all.tools.slice(needed))];
    for (const failing of cases) {
      const { data, errors } = await run(
        whole,
        (tool, index) => index >= needed && (failing === undefined || tool === failing),
      );
      const nulling = errors.filter(({ path }) => hasNullParent(data, path ?? []));
      const nulledParents = [...new Set(nulling.map(({ path }) => (path ?? []).filter(isName).slice(-2).join('.')))];
      expect({ failing, nulledParents }).toEqual({ failing, nulledParents: [] });
    }
  });

  it('does not affect the results of earlier mutations', async () => {
    const document = `mutation ($id: ID!) {
      rename: renameList(id: $id, name: "New") { ... on RenameListSuccess { list { name } } }
      add: addSignalToList(listId: $id, signalId: $id) {
        ... on AddSignalToListSuccess { entry { id list { id isPrivate accesses { id } } } } } }`;
    const { data, errors } = await run({ document, variables: { id } }, (tool) => tool === 'lists_get');

    expect(data).toEqual({
      rename: { list: { name: 'Founders' } },
      add: { entry: { id, list: { id, isPrivate: null, accesses: null } } },
    });
    expect(errors.map(({ path }) => path?.join('.'))).toEqual(['add.entry.list.isPrivate', 'add.entry.list.accesses']);
  });

  it('adds an error for a non-null field, which resolves to the known part of its value', async () => {
    const period = '{ from: "2026-02-01T00:00:00Z" }';
    const document = `{ listens(period: ${period}) { user { id name } activity { participants { id } transcript {
      document(format: TEXT) speakers { participant { id name } } } } } }`;
    const failing = new Set(['users_list', 'activities_list']);
    const { data, errors } = await run({ document, variables: {} }, (tool) => failing.has(tool));

    const speakers = [{ participant: { id, name: null } }];
    const said = { document: expect.stringContaining('Would a discount help?'), speakers };
    expect(data).toEqual({ listens: [{ user: { id, name: null }, activity: { participants: [], transcript: said } }] });
    expect(errors.map(({ path, extensions }) => [path?.join('.'), extensions?.['code'], extensions?.['tool']])).toEqual(
      expect.arrayContaining([
        ['listens.0.user', 'UPSTREAM_ERROR', 'users_list'],
        ['listens.0.activity.participants', 'UPSTREAM_ERROR', 'activities_list'],
        ['listens.0.activity.transcript.document', 'UPSTREAM_ERROR', 'activities_list'],
        ['listens.0.activity.transcript.speakers.0.participant', 'UPSTREAM_ERROR', 'activities_list'],
      ]),
    );
    expect(errors).toHaveLength(4);
  });

  it('is tested on every field without required arguments', () => {
    const fields = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => !name.startsWith('_') && !testedElsewhere.has(name) && !name.endsWith('Problem'))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter(({ args }) => !args.some(({ type: argument }) => String(argument).endsWith('!')))
          .map((field) => `${type.name}.${field.name}: ${getNamedType(field.type).name}`),
      );
    expect(fields.filter((field) => !seen.has(field.replace(/:.*/, '')))).toEqual([]);
  });
});

/** Types whose fields need an argument, a mutation or an event; other tests make them fail. */
const testedElsewhere = new Set(['Query', 'Mutation', 'Subscription', 'ConversationEvent', 'InputIssue']);

const isName = (key: string | number) => typeof key === 'string';

/** Whether a parent of the field with the error is null. */
function hasNullParent(data: unknown, path: readonly (string | number)[]): boolean {
  let place = data;
  for (const key of path) {
    if (place === null || place === undefined) return true;
    place = Reflect.get(Object(place), key);
  }
  return false;
}

/** Adds every field in the result to `seen`, as `Type.field`. */
function noteFields(value: unknown, seen: Set<string>): void {
  if (Array.isArray(value)) value.forEach((item) => noteFields(item, seen));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const type = String(Reflect.get(value, '__typename'));
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined) seen.add(`${type}.${key.replace(`${type}_`, '')}`);
    noteFields(inner, seen);
  }
}
