import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, ada, ben, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActivitiesOfUserDocument,
  ActivitiesOfUsersDocument,
  type ActivityFilter,
  FoundActivitiesDocument,
} from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation-graph.ts';

const guest = (email: string | null) => ({ id: uuid(`guest ${email}`), name: 'Guest', email });

describe('activities found by a filter', () => {
  const graph = useConversationGraph();

  beforeAll(() =>
    storeActivities(graph.db, [
      activity('Démo for Larkfield', {
        started_at: daysAgo(1),
        host_user_id: ben,
        participants: [guest(null), guest('Tomas@Larkfield.example')],
        account_id: 'A-1',
        opportunity_id: 'O-1',
      }),
      activity('Larkfield renewal', {
        started_at: daysAgo(40),
        participants: [guest('lea@eu.larkfield.example'), guest('sam@gmail.com')],
        account_id: 'A-1',
        lead_id: 'L-1',
      }),
      activity('Weekly', { started_at: daysAgo(100), participants: [guest('kim@notlarkfield.example')] }),
      activity('', { id: uuid('untitled'), title: null, started_at: daysAgo(150), host_user_id: null }),
      activity('Demo long ago', { started_at: daysAgo(200) }),
    ]),
  );

  const [demo, renewal, weekly] = ['Démo for Larkfield', 'Larkfield renewal', 'Weekly'];

  const found = async (filter: ActivityFilter) => {
    const { data, toolCalls } = await graph.ask(FoundActivitiesDocument, { filter });
    const { nodes, ...page } = data.activities ?? { nodes: [] };
    return { titles: nodes.map(({ title }) => title), page, toolCalls };
  };

  it.each<[string, ActivityFilter, (string | undefined)[]]>([
    ['one of several hosts', { hostIds: [ben, uuid('nobody')] }, [demo]],
    ['a host in upper case', { hostIds: [ada.toUpperCase()] }, [renewal, weekly]],
    ['an email address in another case', { participantEmails: ['tomas@LARKFIELD.example'] }, [demo]],
    ['one of several email addresses', { participantEmails: ['x@y.example', 'sam@gmail.com'] }, [renewal]],
    ['a domain with its subdomains', { participantDomains: ['Larkfield.example'] }, [demo, renewal]],
    ['a CRM account', { accountIds: ['A-1'] }, [demo, renewal]],
    ['a CRM account in exact spelling', { accountIds: ['a-1', 'A-'] }, []],
    ['a CRM opportunity', { opportunityIds: ['O-1'] }, [demo]],
    ['a CRM lead', { leadIds: ['L-1'] }, [renewal]],
    ['words of the title without case and accents', { title: ' LÁRK  demo' }, [demo]],
    ['several fields, which must all match', { accountIds: ['A-1'], hostIds: [ada], title: 'larkfield' }, [renewal]],
    ['fields of which no activity matches all', { leadIds: ['L-1'], opportunityIds: ['O-1'] }, []],
  ])('are those with %s, in the last 180 days', async (_what, filter, titles) => {
    const result = await found(filter);

    expect(result.titles).toEqual(titles);
    expect(result.page).toMatchObject({ totalCount: titles.length, scannedCount: 4, isPartial: false });
    expect(result.toolCalls).toEqual([called('activities_list')]);
    expect(inputsOf(graph, 'activities_list')).toEqual([{ fromDate: wire(daysAgo(180)), page: 1 }]);
  });

  it.each<ActivityFilter>([
    { hostIds: [] },
    { participantEmails: [] },
    { participantDomains: [] },
    { accountIds: [] },
    { opportunityIds: [] },
    { leadIds: ['L-1'], processingStates: [] },
  ])('are none, without a call, for an empty list: %j', async (filter) => {
    const { titles, page, toolCalls } = await found(filter);

    expect(titles).toEqual([]);
    expect(page).toMatchObject({ totalCount: 0, scannedCount: 0, isPartial: false });
    expect(toolCalls).toEqual([]);
  });

  it('are those of another period if it is set', async () => {
    const { titles } = await found({ title: 'demo', occurred: { from: iso(daysAgo(210)), to: iso(daysAgo(190)) } });

    expect(titles).toEqual(['Demo long ago']);
  });

  it('are those in a state of processing', async () => {
    const processing = (state: string) => ({ state, warnings: [] });
    const items = [null, ...['queued', 'running', 'failed'].map(processing)].map((each, index) => ({
      id: uuid(`upload ${index}`),
      title: `Upload ${index}`,
      started_at: wire(daysAgo(index + 1)),
      processing: each,
    }));
    graph.tools.replace('activities_list', async () => ({ items, page: 1, total: items.length }));
    const { titles } = await found({ processingStates: ['QUEUED', 'FAILED'] });

    expect(titles).toEqual(['Upload 1', 'Upload 3']);
  });

  it('are paged with a cursor for the same filter, without a total if there are more', async () => {
    const filter = { accountIds: ['A-1'] };
    const first = await graph.ask(FoundActivitiesDocument, { filter, first: 1 });
    const after = first.data.activities?.pageInfo.endCursor;
    const second = await graph.ask(FoundActivitiesDocument, { filter, first: 1, after });

    expect(first.data.activities).toMatchObject({
      totalCount: null,
      scannedCount: 1,
      nodes: [{ title: demo }],
      pageInfo: { hasNextPage: true },
    });
    expect(second.data.activities).toMatchObject({
      totalCount: null,
      scannedCount: 1,
      nodes: [{ title: renewal }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const other = await graph.execute(FoundActivitiesDocument, { filter: { accountIds: ['A-2'] }, after });
    expect(other.errors.map(({ message }) => message)).toEqual([
      'after must be a cursor that activities returned for the same arguments.',
    ]);
  });

  const many = Array.from({ length: 101 }, (_, index) => `A-${index}`);

  it.each<[string, ActivityFilter, string]>([
    ['a host that is no UUID', { hostIds: [ada, 'ada'] }, 'filter.hostIds.1 must be a UUID.'],
    ['101 values', { accountIds: many }, 'filter.accountIds must contain at most 100 values.'],
    ['an empty id of a lead', { leadIds: [''] }, 'filter.leadIds.0 must not be empty.'],
    ['an empty id of an account', { accountIds: [''] }, 'filter.accountIds.0 must not be empty.'],
    ['an empty id of an opportunity', { opportunityIds: [''] }, 'filter.opportunityIds.0 must not be empty.'],
    ['an empty title', { title: '' }, 'filter.title must not be empty.'],
    ['a blank title', { title: ' \t ' }, 'filter.title must not be blank.'],
    ['a long title', { title: 'x'.repeat(251) }, 'filter.title must be at most 250 characters.'],
    ...[
      '',
      'example',
      'co.uk',
      'eu.acme.example',
      'https://acme.example',
      'ada@acme.example',
      '10.0.0.1',
      'a b.com',
      'acme.example/about',
      'acme.example?about',
      'acme.example#about',
      'ac\nme.example',
      'ac%6de.example',
    ].map((domain): [string, ActivityFilter, string] => [
      `the domain ${JSON.stringify(domain)}`,
      { participantDomains: ['acme.example', domain] },
      'filter.participantDomains.1 must be a registrable domain such as example.co.uk.',
    ]),
    [
      'the domain of a mail provider',
      { participantDomains: ['Gmail.com'] },
      'filter.participantDomains.0 must not be the domain of a mail provider.',
    ],
  ])('are rejected without a call: %s', async (_what, filter, message) => {
    const { data, errors } = await graph.execute(FoundActivitiesDocument, { filter });

    expect(data).toEqual({ activities: null });
    expect(errors.map((error) => [error.message, error.extensions?.['code']])).toEqual([[message, 'BAD_USER_INPUT']]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('rejects a malformed email address before any call, naming the argument', async () => {
    const { errors } = await graph.execute(FoundActivitiesDocument, { filter: { participantEmails: ['ada'] } });

    expect(errors.map(({ extensions }) => extensions?.['code'])).toEqual(['BAD_USER_INPUT']);
    expect(errors[0]?.message).toContain('filter.participantEmails.0');
    expect(graph.tools.calls).toEqual([]);
  });

  it('are those that each user hosted, in one call for all users', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesOfUsersDocument, {});

    expect(toolCalls).toEqual([called('users_list'), called('activities_list')]);
    expect(data.users?.map(({ id, activities }) => [id, activities?.nodes, activities?.totalCount])).toEqual([
      [ada, [{ title: renewal }, { title: weekly }], 2],
      [ben, [{ title: demo }], 1],
    ]);
    expect(inputsOf(graph, 'activities_list')).toEqual([{ fromDate: wire(daysAgo(180)), page: 1 }]);
  });

  it('are paged for one user, whose cursors are rejected for another', async () => {
    const first = await graph.ask(ActivitiesOfUserDocument, { id: ada, first: 1 });
    const after = first.data.user?.activities?.pageInfo.endCursor;
    const second = await graph.ask(ActivitiesOfUserDocument, { id: ada, first: 1, after });
    graph.tools.restore();
    const other = await graph.execute(ActivitiesOfUserDocument, { id: ben, first: 1, after });

    expect(second.data.user?.activities?.nodes).toEqual([{ title: weekly }]);
    expect(other.data).toEqual({ user: { activities: null } });
    expect(other.errors.map(({ message }) => message)).toEqual([
      'after must be a cursor that activities returned for the same arguments.',
    ]);
    expect(inputsOf(graph, 'activities_list')).toEqual([]);
  });

  it('of a user reject hostIds without listing activities', async () => {
    const { data, errors } = await graph.execute(ActivitiesOfUserDocument, { id: ada, filter: { hostIds: [ada] } });

    expect(data).toEqual({ user: { activities: null } });
    expect(errors.map(({ message }) => message)).toEqual([
      'filter.hostIds cannot be set for the activities of a user.',
    ]);
    expect(inputsOf(graph, 'activities_list')).toEqual([]);
  });

  it('of all users share the calls for each 180 days of a longer period', async () => {
    const { toolCalls } = await graph.ask(ActivitiesOfUsersDocument, {
      filter: { occurred: { from: iso(daysAgo(365)) } },
    });

    expect(toolCalls).toEqual([called('users_list'), ...times(3, called('activities_list'))]);
  });
});
