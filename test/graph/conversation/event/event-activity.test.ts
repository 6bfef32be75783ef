import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { ada } from '../../../platform/services/conversation/conversation-records.ts';
import {
  EventSummariesDocument,
  EventTitlesDocument,
  HostOfActivityDocument,
} from '../../../support/generated/operations.ts';
import { createGate } from '../../../support/gate.ts';
import { startEventGraph, weekly } from './event-graph.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';

const traced = { headers: { 'x-tool-trace': '1' } };

describe('the activity of an event', () => {
  const graph = useGraph(() => startEventGraph({ environment: { CACHE_SECONDS: '60' } }));
  afterEach(async () => {
    graph.tools.restore();
    await vi.waitFor(() => expect(graph.events.readers).toBe(0));
  });

  it('is loaded once for all subscriptions of an identifier', async () => {
    const subscriptions = [
      await graph.follow(EventTitlesDocument, {}, traced),
      await graph.follow(EventTitlesDocument, {}, traced),
      await graph.follow(EventSummariesDocument, {}, traced),
      await graph.follow(EventSummariesDocument, {}, { ...traced, as: 'ben' }),
      await graph.follow(EventTitlesDocument, {}, { ...traced, as: 'ben' }),
    ];
    graph.tools.calls.length = 0;
    graph.emit('one');
    const results = await Promise.all(subscriptions.map((subscription) => subscription.next()));

    for (const result of results) expect(result?.errors).toBeUndefined();
    const calls = graph.tools.calls.map(({ tool, identifier }) => `${identifier} ${tool}`).toSorted();
    expect(calls).toEqual([
      'ada activities_list',
      'ada summary_get',
      'ada users_list',
      'ben activities_list',
      'ben summary_get',
      'ben users_list',
    ]);
    const reported = results.flatMap((result) => result?.extensions?.toolCalls ?? []);
    expect(new Set(reported.map(({ source }) => source))).toEqual(new Set(['CALLED']));
    // Two subscriptions with one document share an execution, and both report its calls.
    expect(results[0]?.extensions).toEqual(results[1]?.extensions);
    expect(results[2]?.data).toEqual({
      renamed: {
        id: 'one',
        activity: { title: 'Weekly', host: { name: 'Ada Moreau' }, summary: { content: 'Summary of Weekly' } },
      },
    });
    for (const subscription of subscriptions) subscription.leave();
  });

  it('is never one that was cached or in flight before the event', async () => {
    await graph.ask(HostOfActivityDocument, { id: weekly });
    const subscription = await graph.follow(EventSummariesDocument, {}, traced);
    const gate = createGate();
    graph.tools.replace('activities_list', async (_call, real) => {
      const earlier = await real();
      graph.tools.replace('activities_list', (_later, realLater) => realLater());
      await gate.pass();
      return earlier;
    });
    const earlier = graph.ask(HostOfActivityDocument, { id: weekly });
    await gate.whenWaiting(1);
    await sql`update convo_users set name = 'Ada Renamed' where id = ${ada}`.execute(graph.db);
    await sql`update convo_activities set title = 'Renamed' where id = ${weekly}`.execute(graph.db);
    graph.emit('one');

    expect((await subscription.next())?.data?.renamed.activity).toMatchObject({
      title: 'Renamed',
      host: { name: 'Ada Renamed' },
    });
    gate.open();
    await earlier;
    subscription.leave();
    await sql`update convo_users set name = 'Ada Moreau' where id = ${ada}`.execute(graph.db);
    await sql`update convo_activities set title = 'Weekly' where id = ${weekly}`.execute(graph.db);
  });

  it('is null with an error if it cannot be loaded, and the next event follows', async () => {
    const subscription = await graph.follow(EventTitlesDocument, {});
    graph.tools.replace('activities_list', () =>
      Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', tool: 'activities_list', message: 'failed' })),
    );
    graph.emit('one');
    const failed = await subscription.next();
    expect(failed?.data?.conversationEvents).toMatchObject({ id: 'one', activity: null });
    expect(failed?.errors).toMatchObject([
      { path: ['conversationEvents', 'activity'], extensions: { code: 'UPSTREAM_ERROR' } },
    ]);

    graph.tools.restore();
    graph.emit('two');
    expect((await subscription.next())?.data?.conversationEvents.activity?.title).toBe('Weekly');
    subscription.leave();
  });

  it('is still loaded for others when a subscription leaves, until all have left', async () => {
    const gate = createGate();
    let aborted = 0;
    graph.tools.replace('activities_list', async ({ signal }, real) => {
      signal.addEventListener('abort', () => (aborted += 1));
      await gate.pass();
      return real();
    });
    const [leaving, staying] = [
      await graph.follow(EventTitlesDocument, {}),
      await graph.follow(EventTitlesDocument, {}),
    ];
    const result = staying.next();
    const lost = leaving.next().catch(() => undefined);
    graph.emit('one');
    await gate.whenWaiting(1);
    leaving.leave();
    await lost;
    await vi.waitFor(() => expect(graph.events.readers).toBe(1));
    expect(aborted).toBe(0);
    gate.open();
    expect((await result)?.data?.conversationEvents.activity?.title).toBe('Weekly');

    const second = createGate();
    graph.tools.replace('activities_list', async ({ signal }, real) => {
      signal.addEventListener('abort', () => (aborted += 1));
      await second.pass();
      return real();
    });
    const rest = staying.next().catch(() => undefined);
    graph.emit('two');
    await second.whenWaiting(1);
    staying.leave();
    await rest;
    await vi.waitFor(() => expect(aborted).toBe(1));
    second.open();
  });
});
