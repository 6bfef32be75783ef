import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { openMemoryDatabase } from '../../../support/database/memory-database.ts';
import { createGate } from '../../../support/gate.ts';
import { jsonRequest } from '../../../support/network/post-json.ts';
import { useClosing } from '../../../support/resource.ts';
import { type RequestOptions, useGraph } from '../../../support/graph/test-graph.ts';
import { startEventGraph } from '../../../graph/conversation/event/event-graph.ts';
import { startApp, unreachablePlatform } from '../../../support/network/start-app.ts';

/** An operation without a generated type. */
const untyped = (document: string) => ({ toString: () => document });

const slow = { 'x-simulate': 'slow:1' };

describe('a simulated request', () => {
  const graph = useGraph(() =>
    startEventGraph({
      environment: { CACHE_SECONDS: '60' },
      resilience: { maxRetries: 0, minCountedCalls: 3 },
    }),
  );
  const askUsers = (options?: RequestOptions) => graph.execute(untyped('{ users { name } }'), {}, options);
  const askLists = (options?: RequestOptions) => graph.execute(untyped('{ lists { name } }'), {}, options);

  const sent = (tool: string) => graph.tools.calls.filter((call) => call.tool === tool).length;

  it('neither reads nor changes cached results', async () => {
    await askUsers();
    expect(sent('users_list')).toBe(1);
    await askUsers({ headers: slow });
    expect(sent('users_list')).toBe(2);
    await askUsers({ headers: { 'x-simulate': 'expired' } });
    await askUsers();
    expect(sent('users_list')).toBe(2);
  });

  it('neither joins reads in flight nor lets others join its own', async () => {
    const gate = graph.tools.block('lists_list');
    const requests = [askLists(), askLists({ headers: slow }), askLists()];
    await gate.whenWaiting(2);
    expect(sent('lists_list')).toBe(2);
    requests.push(askLists({ headers: slow }));
    await gate.whenWaiting(3);
    gate.open();
    for (const { data } of await Promise.all(requests)) expect(data).toEqual({ lists: [] });
  });

  it('is not paused by the breaker of others, and pauses no others', async () => {
    const ben = { as: 'ben' };
    for (let call = 0; call < 4; call += 1) {
      const { errors } = await askLists({ ...ben, headers: { 'x-simulate': 'UPSTREAM_UNAVAILABLE' } });
      expect(errors).toMatchObject([{ message: 'lists_list could not be called: the platform is unavailable.' }]);
    }
    expect((await askLists(ben)).errors).toEqual([]);
    graph.tools.replace('lists_list', () =>
      Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', tool: 'lists_list', message: 'failed' })),
    );
    for (let call = 0; call < 4; call += 1) await askLists(ben);
    graph.tools.restore();
    expect((await askLists(ben)).errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
    await askLists({ ...ben, headers: slow });
    expect(sent('lists_list')).toBe(1);
  });

  it('shares nothing with other subscriptions to an event', async () => {
    const titles = untyped('subscription { conversationEvents { activity { title } } }');
    const failing = { headers: { 'x-simulate': 'activities_list=UPSTREAM_ERROR' } };
    const subscriptions = [await graph.follow(titles, {}), await graph.follow(titles, {}, failing)];
    graph.emit('one');
    const [real, simulated] = await Promise.all(subscriptions.map((subscription) => subscription.next()));
    expect(real?.data).toEqual({ conversationEvents: { activity: { title: 'Weekly' } } });
    expect(simulated).toMatchObject({
      data: { conversationEvents: { activity: null } },
      errors: [{ extensions: { code: 'UPSTREAM_ERROR', tool: 'activities_list' } }],
    });
    for (const subscription of subscriptions) subscription.leave();
    const expired = await graph.follow(titles, {}, { headers: { 'x-simulate': 'convo=expired' } });
    expect((await expired.next())?.errors).toMatchObject([{ extensions: { code: 'CONNECTION_EXPIRED' } }]);
  });
});

describe('the header x-simulate', () => {
  const closing = useClosing();

  it.each([
    ['in production', { NODE_ENV: 'production' }],
    ['with PLATFORM_URL', unreachablePlatform],
  ])('is rejected %s', async (_where, environment) => {
    const database = closing(await openMemoryDatabase());
    const app = closing(await startApp(environment, { database }));
    const response = await app.fetch(
      jsonRequest('http://localhost/graphql', { query: '{ lists { name } }' }, { headers: slow }),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [
        {
          message: 'The header x-simulate works only in development, and only without PLATFORM_URL.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    });
  });
});

describe('batches', () => {
  const closing = useClosing();

  it('never contain calls of a simulated request besides those of others', async () => {
    const gate = createGate();
    const batches: string[][] = [];
    const database = closing(await openMemoryDatabase());
    const app = closing(
      await startApp(
        { DEMO_DATA: 'false' },
        {
          database,
          wrapTransport: (real) => ({
            ...real,
            maxRequestsInFlight: 1,
            maxBatchCalls: () => 10,
            send(calls) {
              batches.push(calls.map(({ request: { tool } }) => tool.name));
              if (batches.length === 1) void gate.pass().then(() => real.send(calls));
              else real.send(calls);
            },
          }),
        },
      ),
    );
    const ask = (query: string, headers = {}) =>
      app.fetch(
        jsonRequest('http://localhost/graphql', { query }, { headers: { 'x-request-id': 'same', ...headers } }),
      );
    const blocking = ask('{ lists { name } }');
    await gate.whenWaiting(1);
    const queued = ask('{ savedSearches { title } signals { nodes { id } } }');
    expect((await ask('{ cities { nodes { name } } }', slow)).status).toBe(200);
    gate.open();
    await Promise.all([blocking, queued]);
    expect(batches).toEqual([['lists_list'], ['cities_list'], ['searches_list', 'signals_list']]);
  });
});
