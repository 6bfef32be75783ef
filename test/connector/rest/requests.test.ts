import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { createGate } from '../../support/gate.ts';
import { data, json, startScriptedPlatform } from './scripted-platform.ts';
import { useFreshResource } from '../../support/resource.ts';

const tokenRequest = 'POST /oauth/token';
const callRequest = 'POST /api/v1/execute_tool';

describe('the REST transport', () => {
  const platform = useFreshResource(startScriptedPlatform);

  it("sends a call with the connection's name and prefix and the client's token", async () => {
    platform.respondWith(data({ items: [] }));

    expect(await platform.execute(talentTools.cities_list, { search: 'Bern' })).toEqual({ items: [] });
    expect(platform.requests).toEqual([tokenRequest, callRequest]);
    const [token, call] = platform.arrived;
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client_1',
      client_secret: platform.platform.clientSecret,
    });
    expect(token?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(call?.headers).toMatchObject({ authorization: 'Bearer token-1', 'content-type': 'application/json' });
    expect(JSON.parse(call?.body ?? '')).toEqual({
      tool_name: 'acme_cities_list',
      params: { search: 'Bern' },
      connector: 'Talent (EU)',
      identifier: 'ada',
    });
  });

  it('omits undefined values and sends dates as text', async () => {
    platform.respondWith(data({}));
    const time = new Date('2026-03-02T12:00:00Z');
    await platform.execute(talentTools.lists_list, {
      absent: undefined,
      list: ['a', undefined, 'b', null],
      nested: { absent: undefined, time, zero: 0 },
    });

    expect(JSON.parse(platform.arrived[1]?.body ?? '').params).toEqual({
      list: ['a', 'b', null],
      nested: { time: '2026-03-02T12:00:00.000Z', zero: 0 },
    });
  });

  it('lists tools', async () => {
    platform.respondToListingsWith((response) =>
      json(response, {
        tools: [
          { name: 'acme_read', description: 'Read.', read_only: true, input_schema: { type: 'object' }, more: 1 },
        ],
      }),
    );
    const account = { connectionName: 'Talent (EU)', identifier: 'ada&x=y', signal: new AbortController().signal };

    expect(await platform.transport.listTools(account)).toEqual([
      { name: 'acme_read', description: 'Read.', readOnly: true, inputSchema: { type: 'object' } },
    ]);
    expect(platform.requests).toEqual([tokenRequest]);
    expect(platform.listings).toEqual(['/api/v1/tools?connector=Talent+%28EU%29&identifier=ada%26x%3Dy']);
  });

  it('reuses its connections for later calls', async () => {
    platform.respondWith(data({}));
    for (let call = 0; call < 20; call += 1) await platform.execute();

    expect(platform.requests).toEqual([tokenRequest, ...Array(20).fill(callRequest)]);
    // When the next call is sent, one connection may be busy and another may list the tools.
    expect(platform.connections()).toBeLessThanOrEqual(3);
  });

  it('opens one connection per call in flight', async () => {
    const gate = createGate();
    platform.respondWith(async (response) => {
      await gate.pass();
      json(response, { data: {}, execution_id: 'exe-1' });
    });
    const calls = [1, 2, 3].map(() => platform.execute());
    await gate.whenWaiting(3);

    expect(platform.connections()).toBe(3);
    gate.open();
    await Promise.all(calls);
  });

  it("respects the path of the platform's address", async () => {
    const behindPath = await startScriptedPlatform('/platforms/eu');
    behindPath.respondWith(data({}));
    await behindPath.execute();
    await behindPath.close();

    expect(behindPath.requests).toEqual(['POST /platforms/eu/oauth/token', 'POST /platforms/eu/api/v1/execute_tool']);
  });

  it("closes the connection of an aborted call and rejects with the signal's reason", async () => {
    const arrived = Promise.withResolvers<void>();
    let closed: Promise<unknown> = Promise.resolve();
    platform.respondWith((response) => {
      closed = once(response, 'close');
      arrived.resolve();
    });
    const leave = new AbortController();
    const call = platform.execute(talentTools.lists_list, {}, { signal: leave.signal });
    await arrived.promise;
    leave.abort(new Error('The caller has gone'));

    await expect(call).rejects.toThrow('The caller has gone');
    await closed;
    expect(platform.requests).toEqual([tokenRequest, callRequest]);
  });

  it('aborts a call in the middle of its response', async () => {
    const half = Promise.withResolvers<void>();
    let closed: Promise<unknown> = Promise.resolve();
    platform.respondWith((response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":', () => half.resolve());
    });
    const leave = new AbortController();
    const call = platform.execute(talentTools.lists_list, {}, { signal: leave.signal });
    await half.promise;
    leave.abort(new Error('The caller has gone'));

    await expect(call).rejects.toThrow('The caller has gone');
    await closed;
  });

  it('sends nothing for a caller that has aborted', async () => {
    const call = platform.execute(
      talentTools.lists_list,
      {},
      {
        signal: AbortSignal.abort(new Error('The caller has gone')),
      },
    );

    await expect(call).rejects.toThrow('The caller has gone');
    expect(platform.requests).toEqual([]);
  });

  it('distinguishes a timeout of a listing from a caller that aborted', async () => {
    const account = { connectionName: 'Talent (EU)', identifier: 'ada' };
    const list = async (reason: unknown) => {
      const arrived = Promise.withResolvers<void>();
      platform.respondToListingsWith(() => arrived.resolve());
      const deadline = new AbortController();
      const listing = platform.transport.listTools({ ...account, signal: deadline.signal });
      await arrived.promise;
      deadline.abort(reason);
      return listing.catch((error: unknown) => error);
    };

    expect(await list(new DOMException('Too late', 'TimeoutError'))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      message: 'list_tools did not return in time.',
      tool: 'list_tools',
      neverArrived: false,
    });
    expect(await list(new Error('It has left'))).toEqual(new Error('It has left'));
    expect(platform.listings).toHaveLength(2);
  });
});
