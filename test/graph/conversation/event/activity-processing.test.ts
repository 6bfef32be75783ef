import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { ProcessingOfActivityDocument } from '../../../support/generated/operations.ts';
import type { RequestOptions } from '../../../support/graph/test-graph.ts';
import { codesOf, processingOf, startEventGraph, weekly } from './event-graph.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';

const traced = { headers: { 'x-tool-trace': '1' } };

describe('activityProcessing', () => {
  const graph = useGraph(startEventGraph);
  beforeAll(() =>
    storeActivities(graph.db, [
      activity('Imported'),
      activity('Stored elsewhere', { processing: processingOf('done').processing }),
    ]),
  );
  afterEach(async () => {
    graph.tools.restore();
    await vi.waitFor(() => expect(graph.events.readers).toBe(0));
    await storeActivities(graph.db, [activity('Weekly', processingOf('queued'))]);
  });

  const follow = (id = weekly, options?: RequestOptions) => graph.follow(ProcessingOfActivityDocument, { id }, options);
  const advance = async (state: 'running' | 'done' | 'failed') => {
    await storeActivities(graph.db, [activity('Weekly', processingOf(state))]);
    graph.events.advance(weekly);
  };
  const looks = () => graph.tools.calls.filter(({ tool }) => tool === 'activities_list').length;

  it('emits the activity at the start and after each change, shares the reads, and completes', async () => {
    const subscriptions = [await follow(weekly, traced), await follow(weekly.toUpperCase(), traced)];
    const states: unknown[] = [];
    for (const state of ['queued', 'running', 'done'] as const) {
      if (state !== 'queued') await advance(state);
      for (const subscription of subscriptions) {
        const { data, errors, extensions } = (await subscription.next()) ?? {};
        expect(errors).toBeUndefined();
        expect(data?.activityProcessing).toMatchObject({ id: weekly, summary: { content: 'Summary of Weekly' } });
        expect(extensions?.toolCalls?.map(({ tool }) => tool)).toEqual(['summary_get']);
        states.push(data?.activityProcessing?.processing?.state);
      }
    }
    expect(states).toEqual(['QUEUED', 'QUEUED', 'RUNNING', 'RUNNING', 'DONE', 'DONE']);
    for (const subscription of subscriptions) expect(await subscription.next()).toBeUndefined();
    expect(looks()).toBe(3);
    expect(graph.tools.calls.filter(({ tool }) => tool === 'summary_get')).toHaveLength(3);
  });

  it('completes at once for activities without processing, and emits null for an unknown one', async () => {
    const imported = await follow(uuid('activity Imported'));
    expect((await imported.next())?.data).toMatchObject({ activityProcessing: { processing: null } });
    expect(await imported.next()).toBeUndefined();

    const done = await follow(uuid('activity Stored elsewhere'));
    expect((await done.next())?.data).toMatchObject({ activityProcessing: { processing: { state: 'DONE' } } });
    expect(await done.next()).toBeUndefined();

    const foreign = await follow(weekly, { as: 'zoe' });
    const result = await foreign.next();
    expect(result?.errors).toBeUndefined();
    expect(result?.data).toEqual({ activityProcessing: null });
    expect(await foreign.next()).toBeUndefined();
  });

  it('finds an unannounced change, even after failed reads', async () => {
    const subscription = await follow();
    await subscription.next();
    graph.tools.replace('activities_list', (_call, real) => {
      graph.tools.replace('activities_list', () => real());
      return Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', tool: 'activities_list', message: 'failed' }));
    });
    await storeActivities(graph.db, [activity('Weekly', processingOf('failed'))]);

    expect((await subscription.next())?.data).toMatchObject({
      activityProcessing: { processing: { state: 'FAILED' } },
    });
    expect(await subscription.next()).toBeUndefined();
  });

  it('rejects an id that is not a UUID, and ends with the error of a missing account', async () => {
    const bad = await follow('weekly');
    expect(await bad.next()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['id'] }] } }],
    });
    expect(graph.tools.calls).toEqual([]);

    const subscription = await follow();
    await subscription.next();
    graph.tools.replace('activities_list', () =>
      Promise.reject(new ToolError({ code: 'CONNECTION_EXPIRED', tool: 'activities_list', message: 'expired' })),
    );
    graph.events.advance(weekly);
    const last = await subscription.next();
    expect(last?.data).toBeUndefined();
    expect(codesOf(last)).toEqual(['CONNECTION_EXPIRED']);
    expect(await subscription.next()).toBeUndefined();
  });

  it('stops reading when the last subscription leaves', async () => {
    const [first, second] = [await follow(), await follow()];
    await first.next();
    await second.next();
    expect(graph.events.readers).toBe(1);
    first.leave();
    await advance('running');
    expect((await second.next())?.data?.activityProcessing?.processing?.state).toBe('RUNNING');
    second.leave();
    await vi.waitFor(() => expect(graph.events.readers).toBe(0));
    const before = looks();
    await advance('done');
    expect(looks()).toBe(before);
  });

  it('charges the calls that look for the activity', async () => {
    const limited = await startEventGraph({ environment: { RATE_LIMIT: '1000' } });
    const subscription = await limited.follow(ProcessingOfActivityDocument, { id: uuid('activity None') });
    const result = await subscription.next();
    expect(result?.data).toEqual({ activityProcessing: null });
    expect(limited.tools.calls.map(({ tool }) => tool)).toEqual(Array(5).fill('activities_list'));
    expect(result?.extensions).toMatchObject({ cost: { throttleStatus: { currentlyAvailable: 1000 - 5 * 10 } } });
    await limited.close();
  });
});
