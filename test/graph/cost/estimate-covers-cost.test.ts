import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { connectNewCaller, daysAgo, startConversationGraph, wire } from '../conversation/conversation-graph.ts';
import { useGraph } from '../../support/graph/test-graph.ts';
import { jsonRequest } from '../../support/network/post-json.ts';

const answerSchema = z.object({
  extensions: z.object({
    cost: z.object({ requestedQueryCost: z.int(), actualQueryCost: z.int() }),
    toolCalls: z.array(z.looseObject({ tool: z.string() })),
  }),
});

const text = 'We talk. '.repeat(1000);

describe('the estimated cost of an operation covers its cost', () => {
  const graph = useGraph(startConversationGraph);
  beforeAll(() =>
    storeActivities(graph.db, [
      activity('Recent', { started_at: wire(daysAgo(1)), segments: [{ start_ms: 0, end_ms: 1, text }] }),
      activity('Earlier', { started_at: wire(daysAgo(100)) }),
      activity('Old', { started_at: wire(daysAgo(700)) }),
    ]),
  );

  async function costOf(query: string, headers: Record<string, string> = {}) {
    const response = await graph.app.fetch(
      jsonRequest('http://127.0.0.1:4000/graphql', { query }, { headers: { 'x-tool-trace': '1', ...headers } }),
    );
    return answerSchema.parse(await response.json()).extensions;
  }

  it.each([
    ['for an activity that does not exist', `{ activity(id: "${uuid('unknown')}") { startedAt } }`, 51, 50],
    [
      'for an activity beside a page that does not contain it',
      `{ activities { totalCount } activity(id: "${uuid('activity Earlier')}") { startedAt } }`,
      62,
      22,
    ],
    [
      'for a page with a status over two years',
      '{ activities(first: 100, filter: { status: COMPLETED, occurred: { from: "2024-03-02T12:00:00Z", to: "2026-03-02T12:00:00Z" } }) { nodes { id } } }',
      151,
      54,
    ],
  ])('%s', async (_, query, estimated, actual) => {
    const { as } = await connectNewCaller(graph, query.slice(0, 40));
    const { cost } = await costOf(query, { 'x-test-caller': as });
    expect(cost).toEqual({ requestedQueryCost: estimated, actualQueryCost: actual });
  });

  it('charges a long text by its length', async () => {
    const query = `{ activity(id: "${uuid('activity Recent')}") { transcript { document(format: TEXT) } } }`;
    const { cost, toolCalls } = await costOf(query);
    expect(toolCalls.map(({ tool }) => tool)).toEqual(['transcript_get']);
    // The text exceeds the assumed 6,000 characters; no scan for names of speakers is needed.
    expect(cost).toEqual({ requestedQueryCost: 2 + 6 + 60, actualQueryCost: 2 + 9 + 10 });
  });
});
