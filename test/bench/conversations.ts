import { v5 as uuidOf } from 'uuid';
import {
  type ActivityRecord,
  storeActivities,
} from '../../src/platform/services/conversation/store/store-activities.ts';
import { vacuum } from '../../src/platform/database/vacuum.ts';
import { storeUsers } from '../../src/platform/services/conversation/store/store-users.ts';
import { type BenchApp, openBenchApp } from './bench-app.ts';
import { type BenchCase, type Figure, median, milliseconds } from './figure.ts';

const namespace = '4a0f7a0c-51d5-4b0e-9c3e-6f5c0f3a1b2d';
const dayMs = 86_400_000;
const longTranscript = uuidOf('long transcript', namespace);
const hostId = uuidOf('host', namespace);

/** The cost of paging through years of conversations and of searching a long transcript. */
export const conversations: BenchCase = {
  name: 'conversations',
  async measure() {
    const app = await openBenchApp(async ({ db }) => {
      await storeUsers(db, [{ id: hostId, name: 'Host', role: 'Member' }]);
      await storeActivities(db, [...tenThousand(), withLongTranscript()]);
      await vacuum(db, 'convo');
    });
    const figures = [await firstPage(app), await everyActivityOnce(app), await searchLongTranscript(app)];
    await app.close();
    return figures;
  },
};

/** Ten thousand activities over three years; every seventh starts in the same second as its predecessor. */
function tenThousand(): ActivityRecord[] {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const stepMs = (3 * 365 * dayMs) / 10_000;
  return Array.from({ length: 10_000 }, (_, index) => ({
    id: uuidOf(`activity ${index}`, namespace),
    type: 'call' as const,
    status: 'completed' as const,
    title: `Call ${index}`,
    host_user_id: hostId,
    started_at: now - 60_000 - Math.floor(((index % 7 === 0 ? Math.max(index - 1, 0) : index) * stepMs) / 1000) * 1000,
  }));
}

function withLongTranscript(): ActivityRecord {
  const segmentMs = (3 * 3_600_000) / 5000;
  return {
    id: longTranscript,
    type: 'meeting',
    status: 'completed',
    title: 'Three hours',
    started_at: Date.now() - 4 * 3_600_000,
    segments: Array.from({ length: 5000 }, (_, index) => ({
      start_ms: index * segmentMs,
      end_ms: (index + 1) * segmentMs,
      text: `We spoke of the plan for quarter ${index % 50} and of what the customer expects from a café like this one.`,
    })),
  };
}

const span = { from: new Date(Date.now() - 3 * 366 * dayMs).toISOString() };

async function firstPage(app: BenchApp): Promise<Figure> {
  const { extensions } = await app.query(
    'query ($span: ConversationPeriod) { activities(first: 25, filter: { occurred: $span }) { nodes { id title } } }',
    { span },
  );
  const calls = extensions.toolCalls.length;
  return {
    name: 'tool calls for the first 25 of three years of activities',
    value: String(calls),
    baseline: '',
    target: '1',
    reached: calls === 1,
  };
}

async function everyActivityOnce(app: BenchApp): Promise<Figure> {
  const seen = new Map<string, number>();
  let after: string | null = null;
  let calls = 0;
  do {
    const { data, extensions }: Awaited<ReturnType<BenchApp['query']>> = await app.query(
      `query ($span: ConversationPeriod, $after: String) { activities(first: 100, after: $after, filter: { occurred: $span }) {
        nodes { id } pageInfo { hasNextPage endCursor } } }`,
      { span, after },
    );
    calls += extensions.toolCalls.length;
    const page: ActivitiesPage = readPage(data);
    for (const { id } of page.nodes) seen.set(id, (seen.get(id) ?? 0) + 1);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  const once = [...seen.values()].filter((times) => times === 1).length;
  return {
    name: 'paging through 10,001 activities, 100 per page',
    value: `${once} returned exactly once, ${calls} calls`,
    baseline: '',
    target: '10001 returned exactly once',
    reached: once === 10_001 && seen.size === 10_001,
  };
}

async function searchLongTranscript(app: BenchApp): Promise<Figure> {
  const document = `query ($id: ID!, $matching: String) { activity(id: $id) { transcript {
    segments(matching: $matching, first: 100) { totalCount nodes { startMs text } } } } }`;
  const graphTimes: number[] = [];
  for (let round = 0; round < 21; round += 1) {
    const startedAt = performance.now();
    const { extensions } = await app.query(document, { id: longTranscript, matching: 'quarter 17 and of what' });
    const upstream = extensions.toolCalls.reduce((sum, { durationMs }) => sum + durationMs, 0);
    graphTimes.push(performance.now() - startedAt - upstream);
  }
  const time = median(graphTimes);
  return {
    name: 'searching a transcript of 5,000 segments, excluding the tool call',
    value: milliseconds(time),
    baseline: '',
    target: 'under 50 ms',
    reached: time < 50,
  };
}

interface ActivitiesPage {
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const readPage = (data: Record<string, unknown>): ActivitiesPage => JSON.parse(JSON.stringify(data['activities']));
