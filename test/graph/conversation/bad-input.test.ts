import { beforeAll, describe, expect, it } from 'vitest';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import {
  type ActivityFilter,
  RejectedActivitiesDocument,
  RejectedActivityDocument,
  RejectedListsDocument,
  RejectedMomentsDocument,
  RejectedPeriodsOfUsersDocument,
  RejectedSegmentsDocument,
} from '../../support/generated/operations.ts';
import { now } from '../../support/graph/test-graph.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { idOf, storeBusyTeam } from './activity/busy-team.ts';
import { byTool, daysAgo, inputsOf, iso, useConversationGraph, wire } from './conversation-graph.ts';

/** The error for one invalid value, at a path of the result. */
const inputError = (at: (string | number)[], path: string[], message: string) => ({
  path: at,
  message: `${path.join('.')} ${message}.`,
  extensions: {
    code: 'BAD_USER_INPUT',
    isRetryable: false,
    issues: [{ path, message }],
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  },
});

describe('invalid input of conversation queries', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeBusyTeam(graph.db, 1));

  const [past, present, future] = [daysAgo(9), now.getTime(), now.getTime() + 600_001].map(iso);
  const spans = [
    ['a start in the future', { from: future }, 'from', 'must not be in the future'],
    ['an end in the future', { from: past, to: future }, 'to', 'must not be in the future'],
    ['an end before the start', { from: present, to: past }, 'from', 'must be before to'],
    ['an end equal to the start', { from: past, to: past }, 'from', 'must be before to'],
  ] as const;

  it.each(spans)('is rejected without a call: a period of activities with %s', async (_what, span, end, message) => {
    const filters: ActivityFilter[] = [
      { occurred: span },
      { updated: span },
      { occurred: { from: past }, updated: span },
    ];
    const results = await Promise.all(filters.map((filter) => graph.execute(RejectedActivitiesDocument, { filter })));

    expect(results.map(({ data, errors }) => ({ data, errors }))).toEqual(
      ['occurred', 'updated', 'updated'].map((field) => ({
        data: { activities: null },
        errors: [inputError(['activities'], ['filter', field, end], message)],
      })),
    );
    expect(graph.tools.calls).toEqual([]);
  });

  it.each([0, -1, 101])('is rejected without a call: activities with first: %i', async (first) => {
    const { data, errors } = await graph.execute(RejectedActivitiesDocument, { first });

    expect(data).toEqual({ activities: null });
    expect(errors).toEqual([inputError(['activities'], ['first'], `must be from 1 to 100; it is ${first}`)]);
    expect(graph.tools.calls).toEqual([]);
  });

  it.each([
    '',
    'garbage',
    `${uuid('x')}0`,
    '11111111-1111-1111-1111-11111111111g',
    '12345678-1234-9234-c234-123456789012',
  ])('is rejected without a call: the activity id %j, which is not a UUID', async (id) => {
    const { data, errors } = await graph.execute(RejectedActivityDocument, { id });

    expect(data).toEqual({ activity: null });
    expect(errors).toEqual([inputError(['activity'], ['id'], 'must be a UUID')]);
    expect(graph.tools.calls).toEqual([]);
  });

  const lists = ['callScores', 'comments', 'listens', 'coachingFeedback', 'forOne'];
  const nothing = Object.fromEntries(lists.map((field) => [field, null]));

  it.each(spans)('is rejected without a call: a period of a team list with %s', async (_what, period, end, message) => {
    const { data, errors } = await graph.execute(RejectedListsDocument, { period });

    expect(data).toEqual(nothing);
    expect(errors).toEqual(lists.map((field) => inputError([field], ['period', end], message)));
    expect(graph.tools.calls).toEqual([]);
  });

  it('is rejected without a call: a user id of a team list that is not a UUID', async () => {
    const { data, errors } = await graph.execute(RejectedListsDocument, { period: { from: past }, userId: 'ada' });

    expect(data).toEqual(nothing);
    const names = ['userId', 'userId', 'userId', 'coachId', 'coacheeId'];
    expect(errors).toEqual(lists.map((field, index) => inputError([field], [names[index] ?? ''], 'must be a UUID')));
    expect(graph.tools.calls).toEqual([]);
  });

  it('is rejected without a call: a period without a required start', async () => {
    const { data, errors } = await graph.execute(RejectedListsDocument, { period: { to: past } });

    expect(data).toEqual({ callScores: [], comments: [], listens: null, coachingFeedback: null, forOne: null });
    expect(errors).toEqual(
      ['listens', 'coachingFeedback', 'forOne'].map((field) => inputError([field], ['period', 'from'], 'is required')),
    );
    expect(byTool(graph.tools.calls.map(({ tool }) => called(tool)))).toEqual([
      called('automated_call_scoring_list'),
      called('comments_list'),
    ]);
  });

  it('is rejected for the fields of each user, while the users are returned', async () => {
    const { data, errors, toolCalls } = await graph.execute(RejectedPeriodsOfUsersDocument, { period: {} });

    expect(toolCalls).toEqual([called('users_list'), called('comments_list', 2)]);
    const rejected = { listens: null, coachingReceived: null, coachingGiven: null };
    expect(data?.users).toEqual([
      { name: 'Ada Moreau', ...rejected, comments: [] },
      { name: 'Ben Okafor', ...rejected, comments: [{ text: 'Comment 0' }] },
    ]);
    expect(errors).toEqual(
      Object.keys(rejected).flatMap((field) =>
        [0, 1].map((index) => inputError(['users', index, field], ['period', 'from'], 'is required')),
      ),
    );
  });

  const ranges = [
    [{ fromMs: -1 }, ['fromMs'], 'must not be negative; it is -1'],
    [{ toMs: -5 }, ['toMs'], 'must not be negative; it is -5'],
    [{ fromMs: 5, toMs: 5 }, ['fromMs'], 'must be before toMs'],
    [{ fromMs: 6, toMs: 5 }, ['fromMs'], 'must be before toMs'],
    [{ toMs: 0, fromMs: 0 }, ['fromMs'], 'must be before toMs'],
  ] as const;

  it.each(ranges)('is rejected without a call: moments of the range %o', async (range, path, message) => {
    const { data, errors } = await graph.execute(RejectedMomentsDocument, { id: idOf(0), ...range });

    expect(data).toEqual({ activity: { moments: null } });
    expect(errors).toEqual([inputError(['activity', 'moments'], [...path], message)]);
    expect(graph.tools.calls).toEqual([]);
  });

  it.each([
    ...ranges,
    [{ first: 0 }, ['first'], 'must be from 1 to 1000; it is 0'],
    [{ first: 1001 }, ['first'], 'must be from 1 to 1000; it is 1001'],
  ] as const)('is rejected for segments, while the other outputs are returned: %o', async (args, path, message) => {
    const { data, errors } = await graph.execute(RejectedSegmentsDocument, { id: idOf(0), ...args });

    expect(data).toEqual({ activity: { transcript: null, summary: { content: 'Summary 0' } } });
    expect(errors).toEqual([inputError(['activity', 'transcript', 'segments'], [...path], message)]);
  });

  it('does not include a period that ends now, starts now, or is older than any activity', async () => {
    const ofCenturies = { occurred: { from: '1990-01-01T00:00:00Z', to: '1990-05-01T00:00:00Z' } };
    for (const filter of [{ occurred: { from: past, to: present } }, { updated: { from: present } }, ofCenturies]) {
      await graph.ask(RejectedActivitiesDocument, { filter });
    }
    await graph.ask(RejectedListsDocument, { period: { from: present } });

    expect(inputsOf(graph, 'activities_list')).toEqual([
      { fromDate: wire(daysAgo(9)), page: 1 },
      { fromDate: '1990-01-01 00:00:00', toDate: '1990-05-01 00:00:00', page: 1 },
    ]);
    const second = { fromDate: wire(now.getTime() - 1000), toDate: wire(now.getTime()) };
    expect(inputsOf(graph, 'comments_list')).toEqual([{ fromDate: wire(now.getTime()) }]);
    expect(inputsOf(graph, 'listens_list')).toEqual([second]);
  });
});
