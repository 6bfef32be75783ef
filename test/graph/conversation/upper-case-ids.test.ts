import { beforeAll, describe, expect, it } from 'vitest';
import { ada, storeTeams, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { startHttpGraph } from '../../http/http-graph.ts';
import { useGraph } from '../../support/graph/test-graph.ts';
import { idOf, storeBusyTeam } from './activity/busy-team.ts';

const upper = (id: string) => id.toUpperCase();

/** Writes all UUIDs in upper case, as some platforms do. */
const inUpperCase = (payload: unknown): unknown =>
  JSON.parse(JSON.stringify(payload).replace(/"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, upper));

describe('UUIDs in upper case', () => {
  const graph = useGraph(async () => {
    const started = await startHttpGraph();
    await storeTeams(started.db);
    await started.connect('convo', { identifier: 'ada', userId: ada });
    return started;
  });
  beforeAll(() => storeBusyTeam(graph.db, 2));

  const read = async (query: string, variables?: object) => {
    const { data, errors } = await graph.send({ query, variables });
    expect(errors).toEqual([]);
    return data;
  };

  it.each([
    ['user', ada, 'name'],
    ['fetch__User', ada, 'name'],
    ['activity', idOf(1), 'title'],
    ['fetch__Activity', idOf(1), 'title'],
  ])('name the same object in %s, whose id is in lower case', async (field, id, more) => {
    const query = `query ($id: ID!) { idOnly: ${field}(id: $id) { id } all: ${field}(id: $id) { id ${more} } }`;
    const found = await read(query, { id: upper(id) });
    expect(found).toEqual(await read(query, { id }));
    expect(found).toMatchObject({ idOnly: { id }, all: { id, [more]: expect.any(String) } });
  });

  it.each([
    ['User', ada, 'name'],
    ['Activity', idOf(1), 'title'],
    ['Comment', uuid('comment 1'), 'text'],
    ['CallScore', uuid('score 1'), 'score'],
    ['CoachingFeedback', uuid('feedback 1'), 'comment'],
  ])('name the same entity %s, whose id is in lower case', async (typeName, id, more) => {
    const query = `query ($of: [_Any!]!) {
      idOnly: _entities(representations: $of) { ... on ${typeName} { id } }
      all: _entities(representations: $of) { ... on ${typeName} { id ${more} } }
    }`;
    const found = await read(query, { of: [{ __typename: typeName, id: upper(id) }] });
    expect(found).toEqual({ idOnly: [{ id }], all: [{ id, [more]: expect.anything() }] });
  });

  it('select the records of a person', async () => {
    const query = `query ($user: ID!, $activity: ID!, $speaker: ID!) {
      callScores(userId: $user) { id }
      activities(filter: { hostIds: [$user] }) { nodes { id } }
      activity(id: $activity) { transcript { segments(speakerId: $speaker) { totalCount } } }
    }`;
    expect(await read(query, { user: upper(ada), activity: upper(idOf(0)), speaker: upper(uuid('host 0')) })).toEqual({
      callScores: [{ id: uuid('score 0') }, { id: uuid('score 1') }],
      activities: { nodes: [{ id: idOf(0) }] },
      activity: { transcript: { segments: { totalCount: 3 } } },
    });
  });

  it('of a deleted webhook are returned in lower case', async () => {
    graph.tools.replace('webhook_delete', async () => ({ ok: true }));
    const id = uuid('webhook');
    const query = 'mutation ($id: ID!) { deleteWebhook(id: $id) { ... on DeleteWebhookSuccess { deletedId } } }';
    expect(await read(query, { id: upper(id) })).toEqual({ deleteWebhook: { deletedId: id } });
  });

  const everything = `query ($id: ID!, $user: ID!) {
    activities(first: 2) { nodes { id host { id name } participants { id user { id } } comments { id user { id } } } }
    activity(id: $id) {
      id title
      transcript { speakers { participant { id name } } }
      actionItems { id assignee { id name } }
      questions { participant { id name } }
      callScores { id activity { id } }
      coachingFeedback { id coach { id name } }
      listens { user { id } }
    }
    user(id: $user) { id name comments { id } activities(first: 2) { nodes { id } } }
  }`;

  it('that a platform sends are the same ids', async () => {
    const variables = { id: idOf(1), user: ada };
    const expected = await read(everything, variables);
    const tools = [
      'activities_list',
      'transcript_get',
      'action_items_get',
      'questions_get',
      'comments_list',
      'automated_call_scoring_list',
      'coaching_feedback_list',
      'listens_list',
      'users_list',
    ];
    for (const tool of tools) graph.tools.replace(tool, async (_call, real) => inUpperCase(await real()));

    expect(await read(everything, variables)).toEqual(expected);
  });
});
