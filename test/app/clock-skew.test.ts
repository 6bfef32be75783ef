import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { storeActivities } from '../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../src/platform/services/conversation/store/store-team-records.ts';
import { fromUtcText } from '../../src/tools/conversation/date-time.ts';
import { acme, activity, ada, ben, storeTeams, uuid } from '../platform/services/conversation/conversation-records.ts';
import { createToolDouble } from '../support/graph/tool-double.ts';
import { testVaultKey } from '../support/platform/service-keys.ts';
import { openTestPlatform } from '../support/platform/test-platform.ts';
import { useClosing } from '../support/resource.ts';
import { environmentOfClient, serveApp } from '../support/network/serve-app.ts';
import { jsonRequest } from '../support/network/post-json.ts';
import { startApp } from '../support/network/start-app.ts';

const log = pino({ level: 'silent' });

/** The platform's time, with a fraction of a second. A clock 5 seconds ahead shows the next day. */
const platformNow = new Date('2026-03-02T23:59:57.600Z');
const ago = (ms: number) => new Date(platformNow.getTime() - ms).toISOString();
const latest = activity('Latest', { started_at: ago(1600), updated_at: ago(1600) });
const earlier = activity('Earlier', { started_at: ago(60_000), updated_at: ago(60_000) });

const recordsQuery = `
  query ($period: ConversationPeriod!, $id: ID!) {
    listens(period: $period) { listenedAt }
    coachingFeedback(period: $period) { id }
    comments(period: $period) { id }
    callScores(period: $period) { id }
    activity(id: $id) {
      title
      listens { listenedAt }
      coachingFeedback { id }
      comments { id }
      callScores { id }
    }
    users {
      listens(period: $period) { listenedAt }
      coachingGiven(period: $period) { id }
      coachingReceived(period: $period) { id }
      comments(period: $period) { id }
      callScores(period: $period) { id }
    }
  }`;

const pageQuery = `
  query ($filter: ActivityFilter, $after: String) {
    activities(filter: $filter, first: 1, after: $after) {
      nodes { title }
      pageInfo { endCursor }
    }
  }`;

const answerSchema = z.object({ data: z.unknown(), errors: z.array(z.unknown()).optional() });
const pageSchema = z.object({
  activities: z.object({
    nodes: z.array(z.object({ title: z.string() })),
    pageInfo: z.object({ endCursor: z.string().nullable() }),
  }),
});

describe.each([
  ['400 ms ahead', 400],
  ['5 seconds ahead', 5000],
  ['5 seconds behind', -5000],
  ['5 minutes ahead', 300_000],
  ['5 minutes behind', -300_000],
])('a graph whose clock is %s', (_what, skewMs) => {
  const closing = useClosing();

  /** Starts a graph that calls the platform over HTTP. A ready graph knows the platform's time. */
  async function start({ isReady }: { isReady: boolean }) {
    const environment = { DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey, CACHE_SECONDS: '0' };
    const config = readConfig(environment);
    const parts = closing(await openTestPlatform(config, () => platformNow));
    const { database, conversation, changes } = parts;
    await storeTeams(database.db);
    await parts.connect('convo', { identifier: 'local', userId: ada });
    await parts.connect('talent', { identifier: 'local', userId: 'usr_ada' });
    await storeActivities(database.db, [latest, earlier]);
    const record = { id: uuid('record'), organization_id: acme, activity_id: latest.id, created_at: ago(1600) };
    await storeScores(database.db, [{ ...record, user_id: ada }]);
    await storeComments(database.db, [{ ...record, user_id: ada }]);
    await storeCoachingFeedback(database.db, [{ ...record, coach_id: ada, coachee_id: ben }]);
    await storeListens(database.db, [{ ...record, user_id: ada, listened_at: ago(1600) }]);

    const platform = await createApp(config, { database, conversation, changes, now: () => platformNow, log });
    const { url } = closing(await serveApp(platform));
    const tools = createToolDouble();
    const remote = { ...environment, DEV_IDENTIFIER: 'local', ...(await environmentOfClient(database.db, url)) };
    const now = () => new Date(platformNow.getTime() + skewMs);
    const graph = closing(await startApp(remote, { now, wrapTransport: tools.wrap }));
    if (isReady) await untilReady(graph);
    const execute = async (query: string, variables: object) => {
      const response = await graph.fetch(jsonRequest('http://localhost/graphql', { query, variables }));
      const { data, errors = [] } = answerSchema.parse(await response.json());
      expect(errors).toEqual([]);
      return data;
    };
    const walk = async (filter: object | null) => {
      const titles: string[] = [];
      for (let after: string | null = null; ;) {
        const { activities } = pageSchema.parse(await execute(pageQuery, { filter, after }));
        titles.push(...activities.nodes.map(({ title }) => title));
        after = activities.pageInfo.endCursor;
        if (after === null || activities.nodes.length === 0) return titles;
      }
    };
    return { execute, walk, tools };
  }

  const records = { listens: [{ listenedAt: ago(1600) }], comments: [{ id: uuid('record') }] };
  const found = { ...records, coachingFeedback: [{ id: uuid('record') }], callScores: [{ id: uuid('record') }] };
  const noRecords = { listens: [], comments: [], coachingGiven: [], callScores: [] };

  it('reads up to the present of the platform, and sends no end in its future', async () => {
    const { execute, walk, tools } = await start({ isReady: true });

    for (const period of [{ from: ago(60_000) }, { from: ago(60_000), to: ago(-1000) }]) {
      expect(await execute(recordsQuery, { period, id: latest.id })).toMatchObject({
        ...found,
        activity: { title: 'Latest', ...found },
        users: expect.arrayContaining([
          { ...records, coachingGiven: [{ id: uuid('record') }], coachingReceived: [], callScores: found.callScores },
          { ...noRecords, coachingReceived: [{ id: uuid('record') }] },
        ]),
      });
      const filters = [null, { occurred: period }, { updated: period }, { occurred: period, updated: period }];
      for (const filter of filters) {
        expect(await walk(filter)).toEqual(['Latest', 'Earlier']);
      }
    }
    const ends = tools.calls.flatMap(({ input }) =>
      Object.entries(z.record(z.string(), z.unknown()).parse(input)).filter(([name]) => /^(to|updatedTo)/.test(name)),
    );
    expect(ends.filter(([, end]) => fromUtcText(String(end)) > platformNow)).toEqual([]);
    expect(ends).toHaveLength(16);
  });

  it('reads what our platform returns, even before it has learned its time', async () => {
    const { execute } = await start({ isReady: false });
    const period = { from: ago(60_000) };

    expect(await execute(recordsQuery, { period, id: latest.id })).toMatchObject({ activity: { title: 'Latest' } });
  });

  it('creates saved searches and uploads at its present', async () => {
    const { execute } = await start({ isReady: false });
    const present = new Date(platformNow.getTime() + skewMs).toISOString();

    const upload = {
      hostUserEmail: 'ada@acme.example',
      language: 'en_GB',
      title: 'Upload',
      recordingUrl: 'https://93.184.216.34/a.vtt',
      completedAt: present.slice(0, 10),
    };
    const visited = `visitedAt: "${present}"`;
    expect(
      await execute(
        `mutation ($upload: UploadActivityInput!) {
          byDefault: createSavedSearch(input: { title: "A", filters: [] }) { __typename }
          chosen: createSavedSearch(input: { title: "B", filters: [], ${visited} }) { __typename }
          uploadActivity(input: $upload) { __typename ... on InvalidInputProblem { message } }
        }`,
        { upload },
      ),
    ).toEqual({
      byDefault: { __typename: 'CreateSavedSearchSuccess' },
      chosen: { __typename: 'CreateSavedSearchSuccess' },
      uploadActivity: { __typename: 'UploadActivitySuccess' },
    });
  });
});

/** Waits for a successful readiness probe; a load balancer sends no requests before. */
const untilReady = (graph: App) =>
  vi.waitFor(async () => {
    const { status } = await graph.fetch(new Request('http://localhost/health/ready'));
    expect(status).toBe(200);
  });
