import { beforeAll, describe, expect, it } from 'vitest';
import { uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  AllOfOrganizationDocument,
  PageOfActivitiesDocument,
  ReachOfOrganizationDocument,
  UploadForHostDocument,
} from '../../../support/generated/operations.ts';
import { createGate } from '../../../support/gate.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';
import { daysAgo, iso, useConversationGraph } from '../conversation-graph.ts';
import { storeTeam, type Team, teamOfAda, teamOfZoe } from './rival-teams.ts';

describe('two organizations', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeTeam(graph.db, teamOfAda);
    await storeTeam(graph.db, teamOfZoe);
  });

  const period = { from: iso(daysAgo(9)) };
  const reach = (
    { name, userId }: { name: string; userId: string },
    as: string,
    after: string | null | undefined = null,
  ) =>
    graph.execute(
      ReachOfOrganizationDocument,
      {
        activityId: uuid(`activity ${name}`),
        userId,
        period,
        after: after ?? null,
        representations: [
          { __typename: 'Activity', id: uuid(`activity ${name}`) },
          { __typename: 'User', id: userId },
          { __typename: 'CallScore', id: uuid(`score of ${name}`) },
          { __typename: 'Comment', id: uuid(`comment of ${name}`) },
          { __typename: 'CoachingFeedback', id: uuid(`feedback of ${name}`) },
        ],
      },
      { as },
    );

  it('see their own data through every root field, output and reference', async () => {
    const { data, errors } = await reach(teamOfZoe, 'zoe');

    expect(errors).toEqual([]);
    const text = { text: 'Said at Zenith' };
    const [score, comment, advice] = [{ score: 22 }, { text: 'Comment of Zenith' }, { comment: 'Advice of Zenith' }];
    const listened = { listenedAt: iso(minutesAgo(20)) };
    expect(data).toEqual({
      activity: { title: 'Zenith' },
      outputs: {
        transcript: { document: 'WEBVTT\n\n1\n00:00:00.000 --> 00:00:00.900\n<v Speaker of Zenith>Said at Zenith\n' },
        summary: { content: 'Summary of Zenith' },
        actionItems: [{ text: 'Task of Zenith' }],
        questions: [text],
        topicMatches: [text],
        moments: [text, text, text],
        callScores: [score],
        coachingFeedback: [advice],
        comments: [comment],
        listens: [listened],
      },
      user: { name: 'Zoe Quist' },
      callScores: [score],
      comments: [comment],
      listens: [listened],
      given: [advice],
      received: [advice],
      activities: { nodes: [{ title: 'Zenith' }] },
      _entities: [
        { __typename: 'Activity', title: 'Zenith' },
        { __typename: 'User', name: 'Zoe Quist' },
        { __typename: 'CallScore', ...score },
        { __typename: 'Comment', ...comment },
        { __typename: 'CoachingFeedback', ...advice },
      ],
    });
  });

  it('see no trace of the data of the other', async () => {
    const hidden = await reach(teamOfZoe, 'ada');
    const absent = await reach({ name: 'Nowhere', userId: uuid('unknown user') }, 'ada');

    expect(hidden.errors).toEqual([]);
    expect(hidden.data).toEqual({
      activity: null,
      outputs: {
        transcript: null,
        summary: null,
        actionItems: null,
        questions: null,
        topicMatches: null,
        moments: null,
        callScores: [],
        coachingFeedback: [],
        comments: [],
        listens: [],
      },
      user: null,
      callScores: [],
      comments: [],
      listens: [],
      given: [],
      received: [],
      activities: { nodes: [{ title: 'Acme' }] },
      _entities: [null, null, null, null, null],
    });
    expect(hidden).toEqual(absent);
  });

  it('continue in their own listing with a cursor of the other', async () => {
    const zoes = await graph.ask(PageOfActivitiesDocument, { first: 1 }, { as: 'zoe' });
    const { data } = await reach(teamOfZoe, 'ada', zoes.data.page?.pageInfo.endCursor);

    expect(data?.activities?.nodes).toEqual([{ title: 'Acme' }]);
  });

  it('return nothing to a caller without an account', async () => {
    const { data, errors } = await graph.execute(AllOfOrganizationDocument, { period }, { as: 'cleo' });

    const fields = ['organization', 'topicThemes', 'activities', 'users', 'comments', 'callScores', 'listens'];
    expect(data).toEqual(Object.fromEntries([...fields, 'coachingFeedback'].map((field) => [field, null])));
    expect(errors.map(({ extensions }) => extensions?.['code'])).toEqual(Array(8).fill('NOT_CONNECTED'));
  });

  const everythingOf = ({ name, person, score }: Team, others: string[] = []) => {
    const [comment, scored, advice] = [{ text: `Comment of ${name}` }, { score }, { comment: `Advice of ${name}` }];
    const listened = { listenedAt: iso(minutesAgo(20)) };
    return {
      organization: { name },
      topicThemes: [{ name: `Theme of ${name}` }],
      activities: {
        totalCount: 1,
        nodes: [
          {
            title: name,
            host: { name: person },
            comments: [{ ...comment, user: { name: person } }],
            callScores: [scored],
            coachingFeedback: [advice],
            listens: [{ user: { name: person } }],
          },
        ],
      },
      users: [
        {
          name: person,
          comments: [comment],
          callScores: [scored],
          listens: [listened],
          coachingReceived: [advice],
          coachingGiven: [advice],
        },
        ...others.map((other) => ({
          name: other,
          comments: [],
          callScores: [],
          listens: [],
          coachingReceived: [],
          coachingGiven: [],
        })),
      ],
      comments: [comment],
      callScores: [scored],
      listens: [listened],
      coachingFeedback: [advice],
    };
  };

  it('get separate results when they send the same query at the same time', async () => {
    const gate = createGate();
    graph.tools.replace('activities_list', async (_call, real) => {
      await gate.pass();
      return real();
    });
    const asked = ['ada', 'zoe', 'ada', 'zoe'].map((as) => graph.ask(AllOfOrganizationDocument, { period }, { as }));
    // One call for each organization.
    await gate.whenWaiting(2);
    gate.open();

    const [adas, zoes] = [everythingOf(teamOfAda, ['Ben Okafor']), everythingOf(teamOfZoe)];
    expect((await Promise.all(asked)).map(({ data }) => data)).toEqual([adas, zoes, adas, zoes]);
  });

  it('reject an upload for a host of the other, and store nothing', async () => {
    const input = {
      hostUserEmail: 'zoe@zenith.example',
      language: 'en_GB',
      title: 'Stolen',
      recordingUrl: 'https://files.acme.example/call.vtt',
    };
    const { data } = await graph.ask(UploadForHostDocument, { input }, { as: 'ada' });

    expect(data.uploadActivity).toEqual({
      __typename: 'InvalidInputProblem',
      issues: [
        {
          path: ['input', 'hostUserEmail'],
          message: 'is not the email address of a team member: "zoe@zenith.example"',
        },
      ],
    });
    const titles = await graph.db.selectFrom('convo_activities').select('title').orderBy('title').execute();
    expect(titles).toEqual([{ title: 'Acme' }, { title: 'Zenith' }]);
  });
});
