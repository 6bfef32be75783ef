import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { acme, activity, now, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { createTestFeed } from '../../../support/graph/event-feed.ts';
import { type EmittedResult, subscribe } from '../../../support/graph/subscription.ts';
import type { Graph, GraphOptions, Operation, RequestOptions } from '../../../support/graph/test-graph.ts';
import { startConversationGraph } from '../conversation-graph.ts';

export const weekly = uuid('activity Weekly');

/** The conversation graph with the activity `Weekly` of Acme, whose events tests emit. */
export async function startEventGraph(options?: GraphOptions) {
  const events = createTestFeed();
  const graph = await startConversationGraph({ events, ...options });
  await storeActivities(graph.db, [activity('Weekly', { summary: 'Summary of Weekly', ...processingOf('queued') })]);
  return {
    ...graph,
    events,
    emit: (name: string, { organization = acme, trigger = 'conversation_processed' } = {}) =>
      events.emit(organization, { id: name, trigger, occurredAt: now, activityId: weekly }),
    /** Starts a subscription; resolves once it receives events. */
    async follow<Data, Variables>(
      operation: Operation<Data, Variables>,
      variables: Variables,
      request?: RequestOptions,
    ) {
      const subscription = subscribe<Data, Variables>(graph, operation, variables, request);
      await subscription.response;
      return subscription;
    },
  };
}

export type EventGraph = Awaited<ReturnType<typeof startEventGraph>> & Pick<Graph, 'close'>;

export const processingOf = (state: 'queued' | 'running' | 'done' | 'failed') => ({
  processing: { state, failure: null, skipped_cues: null, warnings: [] },
});

export const codesOf = (result: EmittedResult<unknown> | undefined) =>
  result?.errors?.map(({ extensions }) => extensions?.['code']);
