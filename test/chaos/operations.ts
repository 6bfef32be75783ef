import type { ToolClass } from '../../src/tools/tool.ts';
import { now } from '../support/graph/test-graph.ts';

/** An operation whose one tool goes wrong. */
export interface StruckOperation {
  name: string;
  class: ToolClass;
  /** The tool at fault, with prefix. */
  tool: string;
}

const problem = `__typename ... on Problem { code } ... on UpstreamProblem { tool isRetryable retryAt }`;

/** Reads: the field that fails is nullable, and beside it stands one of the other connector. */
export interface StruckRead extends StruckOperation {
  class: 'read';
  document: () => string;
  /** Where the error is. */
  path: (string | number)[];
  /** The answer when nothing goes wrong. */
  whole: Record<string, unknown>;
  /** The answer without what the tool would have given. */
  without: Record<string, unknown>;
}

const organization = { name: 'Acme' };

export const reads: [StruckRead, ...StruckRead[]] = [
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
    // The period leaves out what other operations of the table upload.
    document: () => `{
      activities(first: 1, filter: { occurred: { to: "${now.toISOString()}" } }) { nodes { title comments { text } } }
      signal(id: "sig_2") { fullName }
    }`,
    path: ['activities', 'nodes', 0, 'comments'],
    whole: { activities: { nodes: [{ title: 'Kickoff', comments: [] }] }, signal: { fullName: 'Person 2' } },
    without: { activities: { nodes: [{ title: 'Kickoff', comments: null }] }, signal: { fullName: 'Person 2' } },
  },
];

/** Changes: the same effect twice, or each time another. */
export interface StruckChange extends StruckOperation {
  class: 'repeatable' | 'once';
  /** The mutation, and the type of its success. */
  field: string;
  success: string;
  /** `mark` tells one change from another. */
  document: (mark: string) => string;
}

export const changes: StruckChange[] = [
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

/** One operation of each class, and a reference. */
export const oneOfEach = all.filter(({ name }) => /^a (nullable field|reference)$| a list$/.test(name));
