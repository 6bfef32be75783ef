import { beforeAll, describe, expect, it } from 'vitest';
import { uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { AllOfOrganizationDocument, PageOfActivitiesDocument } from '../../../support/generated/operations.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';
import { daysAgo, iso, useConversationGraph } from '../conversation-graph.ts';
import { storeTeam, type Team, teamOfAda, teamOfZoe } from './rival-teams.ts';

/** `isolation.test.ts` tests that an organization cannot read the data of another. */
describe('two organizations', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeTeam(graph.db, teamOfAda);
    await storeTeam(graph.db, teamOfZoe);
  });

  const period = { from: iso(daysAgo(9)) };
  it('continue in their own listing with a cursor of the other', async () => {
    const zoes = await graph.ask(PageOfActivitiesDocument, { first: 1 }, { as: 'zoe' });
    const after = zoes.data.page?.pageInfo.endCursor ?? null;
    const { data } = await graph.ask(PageOfActivitiesDocument, { after }, { as: 'ada' });

    expect(data.page?.edges).toMatchObject([{ node: { key: uuid('activity Acme') } }]);
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
    const gate = graph.tools.block('activities_list');
    const asked = ['ada', 'zoe', 'ada', 'zoe'].map((as) => graph.ask(AllOfOrganizationDocument, { period }, { as }));
    // One call for each organization.
    await gate.whenWaiting(2);
    gate.open();

    const [adas, zoes] = [everythingOf(teamOfAda, ['Ben Okafor']), everythingOf(teamOfZoe)];
    expect((await Promise.all(asked)).map(({ data }) => data)).toEqual([adas, zoes, adas, zoes]);
  });
});
