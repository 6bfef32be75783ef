import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { ada, now, zenith } from '../../../platform/services/conversation/conversation-records.ts';
import { EventCursorsDocument, EventTitlesDocument } from '../../../support/generated/operations.ts';
import type { RequestOptions } from '../../../support/graph/test-graph.ts';
import { codesOf, startEventGraph, weekly } from './event-graph.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';

const failure = (code: 'NOT_CONNECTED' | 'UPSTREAM_ERROR', tool: string) =>
  new ToolError({ code, tool, message: `${tool} failed` });

describe('conversationEvents', () => {
  let time = now;

  const graph = useGraph(() => startEventGraph({ clock: () => time, environment: { CACHE_SECONDS: '60' } }));
  afterEach(async () => {
    graph.tools.restore();
    await vi.waitFor(() => expect(graph.events.readers).toBe(0));
  });

  const cursors = (variables: { after?: string | null; triggers?: [] } = {}, options?: RequestOptions) =>
    graph.follow(EventCursorsDocument, variables, options);

  it('emits the events of the organization with their activity', async () => {
    const [acme, other] = [
      await graph.follow(EventTitlesDocument, {}),
      await graph.follow(EventTitlesDocument, {}, { as: 'zoe' }),
    ];
    graph.emit('of Zenith', { organization: zenith });
    graph.emit('of Acme');

    const event = { trigger: 'CONVERSATION_PROCESSED', occurredAt: now.toISOString() };
    expect(await acme.next()).toMatchObject({
      data: { conversationEvents: { id: 'of Acme', ...event, activity: { id: weekly, title: 'Weekly' } } },
    });
    expect((await other.next())?.data).toEqual({ conversationEvents: { id: 'of Zenith', ...event, activity: null } });
    acme.leave();
    other.leave();
  });

  it('continues after a cursor, with or without triggers', async () => {
    const first = await cursors();
    const names = ['one', 'two', 'three', 'four'];
    for (const name of names) graph.emit(name, { trigger: name === 'four' ? 'conversation_played' : undefined });
    graph.emit('unknown to the schema', { trigger: 'conversation_dreamt' });
    const seen = [await first.next(), await first.next(), await first.next(), await first.next()];
    expect(seen.map((result) => result?.data?.conversationEvents.id)).toEqual(names);
    first.leave();

    const [afterFirst, , , afterLast] = seen.map((result) => result?.data?.conversationEvents.cursor ?? null);
    const all = await cursors({ after: afterFirst ?? null }, { as: 'ben' });
    const played = await graph.follow(EventCursorsDocument, {
      after: afterFirst ?? null,
      triggers: ['CONVERSATION_PLAYED'],
    });
    const none = await cursors({ after: afterLast ?? null });
    graph.emit('five', { trigger: 'conversation_played' });
    for (const name of ['two', 'three', 'four', 'five']) {
      expect((await all.next())?.data?.conversationEvents.id).toBe(name);
    }
    expect((await played.next())?.data?.conversationEvents.id).toBe('four');
    expect((await played.next())?.data?.conversationEvents.id).toBe('five');
    expect((await none.next())?.data?.conversationEvents.id).toBe('five');
    for (const subscription of [all, played, none]) subscription.leave();
  });

  it('rejects cursors that it did not return for the organization', async () => {
    const first = await cursors();
    graph.emit('one');
    const after = (await first.next())?.data?.conversationEvents.cursor ?? '';
    first.leave();

    const rejected = async (cursor: string, as = 'ada') => (await cursors({ after: cursor }, { as })).next();
    for (const garbage of ['', 'x', `${after}A`, after.slice(1), Buffer.from('["a","b",-1]').toString('base64url')]) {
      const result = await rejected(garbage);
      expect(result?.data).toBeUndefined();
      expect(result?.errors).toMatchObject([
        {
          message: 'after must be a cursor that `conversationEvents` returned.',
          extensions: { code: 'EVENT_CURSOR_INVALID', isRetryable: false, issues: [{ path: ['after'] }] },
        },
      ]);
    }
    expect((await rejected(after, 'zoe'))?.errors).toMatchObject([
      {
        message: "after must be a cursor of the organization that the caller's account belongs to.",
        extensions: { code: 'EVENT_CURSOR_INVALID', issues: [{ path: ['after'] }] },
      },
    ]);
  });

  it('ends with EVENT_CURSOR_EXPIRED when events are lost, before and after the start', async () => {
    const running = await cursors();
    graph.emit('one');
    const after = (await running.next())?.data?.conversationEvents.cursor ?? null;
    graph.events.lose('second');
    const late = await cursors({ after });

    for (const subscription of [running, late]) {
      const last = await subscription.next();
      expect(last?.data).toBeUndefined();
      expect(last?.errors).toMatchObject([{ extensions: { code: 'EVENT_CURSOR_EXPIRED', isRetryable: false } }]);
      expect(await subscription.next()).toBeUndefined();
    }
  });

  it('rejects an empty list of triggers, a caller without scope, and a platform without organization ids', async () => {
    const empty = await cursors({ triggers: [] });
    expect(await empty.next()).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['triggers'] }] } }],
    });
    const unscoped = await cursors({}, { headers: { 'x-test-scopes': 'talent:read convo:write' } });
    expect((await unscoped.next())?.errors).toMatchObject([
      {
        message: 'conversationEvents needs the scope convo:read, which the caller does not have.',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    expect(graph.tools.calls).toEqual([]);

    graph.tools.replace('organization_get', async (_call, real) => ({ ...Object(await real()), id: undefined }));
    await graph.connect('convo', { identifier: 'dora', userId: ada });
    const foreign = await cursors({}, { as: 'dora' });
    expect((await foreign.next())?.errors).toMatchObject([
      { message: expect.stringContaining('does not support events'), extensions: { code: 'UPSTREAM_ERROR' } },
    ]);
    expect(graph.events.readers).toBe(0);
  });

  it('rejects a caller whose account was disconnected, although the organization is cached', async () => {
    await graph.connect('convo', { identifier: 'leaver', userId: ada });
    const first = await cursors({}, { as: 'leaver' });
    first.leave();
    await vi.waitFor(() => expect(graph.events.readers).toBe(0));
    graph.tools.calls.length = 0;
    await graph.db.deleteFrom('connected_accounts').where('identifier', '=', 'leaver').execute();

    const second = await cursors({}, { as: 'leaver' });
    const result = await second.next();
    expect(result?.data).toBeUndefined();
    expect(codesOf(result)).toEqual(['NOT_CONNECTED']);
    expect(graph.tools.calls).toEqual([{ tool: 'organization_get', input: {}, identifier: 'leaver' }]);
    expect(graph.events.readers).toBe(0);
  });

  it('checks the membership again after a minute, and repeats the check after a temporary failure', async () => {
    const subscriptions = [await cursors(), await cursors()];
    graph.tools.calls.length = 0;
    time = new Date(now.getTime() + 59_000);
    graph.emit('one');
    for (const subscription of subscriptions) await subscription.next();
    expect(graph.tools.calls).toEqual([]);

    time = new Date(now.getTime() + 60_000);
    let attempts = 0;
    graph.tools.replace('organization_get', async (_call, real) => {
      attempts += 1;
      if (attempts === 1) throw failure('UPSTREAM_ERROR', 'organization_get');
      return real();
    });
    graph.emit('two');
    for (const subscription of subscriptions) {
      expect((await subscription.next())?.data?.conversationEvents.id).toBe('two');
    }
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['organization_get', 'organization_get']);

    time = new Date(now.getTime() + 120_000);
    graph.tools.replace('organization_get', () => Promise.reject(failure('NOT_CONNECTED', 'organization_get')));
    graph.emit('three');
    for (const subscription of subscriptions) {
      const last = await subscription.next();
      expect(last?.data).toBeUndefined();
      expect(codesOf(last)).toEqual(['NOT_CONNECTED']);
      expect(await subscription.next()).toBeUndefined();
    }
  });

  it('ends when the account belongs to another organization', async () => {
    time = new Date(now.getTime() + 300_000);
    const subscription = await cursors();
    time = new Date(now.getTime() + 400_000);
    graph.tools.replace('organization_get', async (_call, real) => ({ ...Object(await real()), id: zenith }));
    graph.emit('secret');
    const last = await subscription.next();
    expect(last?.data).toBeUndefined();
    expect(codesOf(last)).toEqual(['EVENT_CURSOR_INVALID']);
    expect(await subscription.next()).toBeUndefined();
    time = new Date(now.getTime() + 500_000);
  });
});
