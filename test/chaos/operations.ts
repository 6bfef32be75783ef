import type { ToolClass } from '../../src/tools/tool.ts';
import { now } from '../support/graph/test-graph.ts';

/** An operation and the one of its tools that fails. */
export interface TargetedOperation {
  name: string;
  class: ToolClass;
  /** The failing tool, with its prefix. */
  tool: string;
}

const problem = `__typename ... on Problem { code } ... on UpstreamProblem { tool isRetryable retryAt }`;

/** A read whose failing field is nullable; it also selects a field of the other connector. */
export interface ReadOperation extends TargetedOperation {
  class: 'read';
  document: () => string;
  /** Path of the error. */
  path: (string | number)[];
  /** The data when nothing fails. */
  whole: Record<string, unknown>;
  /** The data when the tool fails. */
  without: Record<string, unknown>;
}

const organization = { name: 'Acme' };

export const reads: [ReadOperation, ...ReadOperation[]] = [
  {
    name: 'a nullable field',
    class: 'read',
    tool: 'talent_signals_get',
    document: () => '{ signal(id: "sig_1") { id fullName } organization { name } }',
    path: ['signal'],
    whole: { signal: { id: 'sig_1', fullName: 'Person 1' }, organization },
    without: { signal: null, organization },
  },
  {
    name: 'a list',
    class: 'read',
    tool: 'convo_users_list',
    document: () => '{ users { name } signal(id: "sig_2") { fullName } }',
    path: ['users'],
    whole: { users: [{ name: 'Ada Moreau' }, { name: 'Ben Okafor' }], signal: { fullName: 'Person 2' } },
    without: { users: null, signal: { fullName: 'Person 2' } },
  },
  {
    name: 'a reference',
    class: 'read',
    tool: 'talent_signals_get',
    document:
      () => `{ _entities(representations: [{ __typename: "Signal", id: "sig_2" }, { __typename: "List", id: "lst_1" }]) {
      ... on Signal { fullName } ... on List { name } } }`,
    path: ['_entities', 0],
    whole: { _entities: [{ fullName: 'Person 2' }, { name: 'Founders' }] },
    without: { _entities: [null, { name: 'Founders' }] },
  },
  {
    name: 'a field of a page',
    class: 'read',
    tool: 'convo_comments_list',
    // The period excludes activities that other operations of the table upload.
    document: () => `{
      activities(first: 1, filter: { occurred: { to: "${now.toISOString()}" } }) { nodes { title comments { text } } }
      signal(id: "sig_2") { fullName }
    }`,
    path: ['activities', 'nodes', 0, 'comments'],
    whole: { activities: { nodes: [{ title: 'Kickoff', comments: [] }] }, signal: { fullName: 'Person 2' } },
    without: { activities: { nodes: [{ title: 'Kickoff', comments: null }] }, signal: { fullName: 'Person 2' } },
  },
];

/** A mutation that has the same effect when it is repeated (`repeatable`), or another effect each time (`once`). */
export interface ChangeOperation extends TargetedOperation {
  class: 'repeatable' | 'once';
  /** The mutation's field and its success type. */
  field: string;
  success: string;
  /** @param mark makes each change unique */
  document: (mark: string) => string;
}

export const changes: ChangeOperation[] = [
  {
    name: 'renaming a list',
    class: 'repeatable',
    tool: 'talent_lists_update',
    field: 'renameList',
    success: 'RenameListSuccess',
    document: () => `mutation { renameList(id: "lst_1", name: "Founders") { ${problem} } }`,
  },
  {
    name: 'marking a signal viewed',
    class: 'repeatable',
    tool: 'talent_signal_mark_viewed',
    field: 'markSignalViewed',
    success: 'MarkSignalViewedSuccess',
    document: () => `mutation { markSignalViewed(id: "sig_1") { ${problem} } }`,
  },
  {
    name: 'screening a signal',
    class: 'repeatable',
    tool: 'talent_signal_screen',
    field: 'screenSignal',
    success: 'ScreenSignalSuccess',
    document: () => `mutation { screenSignal(id: "sig_3") { ${problem} } }`,
  },
  {
    name: 'creating a list',
    class: 'once',
    tool: 'talent_lists_create',
    field: 'createList',
    success: 'CreateListSuccess',
    document: (mark) => `mutation { createList(input: { name: "${mark}" }) { ${problem} } }`,
  },
  {
    name: 'copying a saved search',
    class: 'once',
    tool: 'talent_searches_duplicate',
    field: 'duplicateSavedSearch',
    success: 'DuplicateSavedSearchSuccess',
    document: () => `mutation { duplicateSavedSearch(id: "sch_1") { ${problem} } }`,
  },
  {
    name: 'uploading a recording',
    class: 'once',
    tool: 'convo_activity_upload',
    field: 'uploadActivity',
    success: 'UploadActivitySuccess',
    document: (
      mark,
    ) => `mutation { uploadActivity(input: { hostUserEmail: "ada@acme.example", language: "en-US", title: "${mark}",
      recordingUrl: "https://media.example/call.vtt" }) { ${problem} } }`,
  },
  {
    name: 'subscribing a webhook',
    class: 'once',
    tool: 'convo_webhook_create',
    field: 'createWebhook',
    success: 'CreateWebhookSuccess',
    document: (mark) =>
      `mutation { createWebhook(input: { trigger: CONVERSATION_PROCESSED, url: "https://hook.example/${mark}" }) { ${problem} } }`,
  },
];

const all = [...reads, ...changes];

/** One operation of each class, and one that resolves a reference. */
export const oneOfEach = all.filter(({ name }) => /^a (nullable field|reference)$| a list$/.test(name));
