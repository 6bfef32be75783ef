import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { commandJson, runCommand } from './cli.ts';
import { freePort } from '../support/free-port.ts';
import { platformPlaces } from './platform-places.ts';
import { cleanUp, makeFolder, startProgram } from './program.ts';

const added = z.object({ client: z.object({ clientId: z.string() }), secret: z.string() });
const createList = `mutation ($name: String!) {
  createList(input: { name: $name }) { __typename ... on UpstreamProblem { code isRetryable } }
}`;
const unavailable = { code: 'UPSTREAM_UNAVAILABLE', retryable: true };

describe.each(platformPlaces())('a platform on $name with graphs in front', { timeout: 240_000 }, ({ make }) => {
  const removals: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await cleanUp();
    for (const remove of removals.splice(0)) await remove();
  });

  /** The environments of a platform that can be started, and of graphs in front of it. */
  async function settle() {
    const place = await make();
    removals.push(place.remove);
    const port = await freePort();
    const client = added.parse(await commandJson(place.environment, ['clients', 'add', 'Graph']));
    return {
      data: place.environment,
      clientId: client.client.clientId,
      platform: { ...place.environment, SERVES: 'graph,platform', PORT: port },
      graph: async () => ({
        DATA_DIR: await makeFolder(),
        PLATFORM_URL: `http://127.0.0.1:${port}`,
        PLATFORM_CLIENT_ID: client.client.clientId,
        PLATFORM_CLIENT_SECRET: client.secret,
      }),
    };
  }

  it('are one graph, whose nodes see the changes of each other', async () => {
    const { platform, graph } = await settle();
    await startProgram(platform);
    const one = await startProgram(await graph());
    const two = await startProgram(await graph());

    expect((await one.ask(createList, { name: 'By one' })).data).toEqual({
      createList: { __typename: 'CreateListSuccess' },
    });
    const seen = await two.ask('{ lists { name } }');
    expect({ data: seen.data, toolCalls: seen.toolCalls }).toEqual({
      data: { lists: [{ name: 'By one' }] },
      toolCalls: [{ tool: 'lists_list', keys: 1 }],
    });
    await two.ask(createList, { name: 'By two' });
    expect((await one.ask('{ lists { name } }')).data).toEqual({ lists: [{ name: 'By two' }, { name: 'By one' }] });
  });

  it('go on without the platform, and answer again once it is there again', async () => {
    const { platform, graph } = await settle();
    const first = await startProgram(platform);
    const node = await startProgram(await graph());
    await node.ask(createList, { name: 'Kept' });
    await first.end('SIGKILL');

    const gone = await node.ask('{ __typename lists { name } savedSearches { id } connectors { status } }');
    expect(gone.data).toEqual({
      __typename: 'Query',
      lists: null,
      savedSearches: null,
      connectors: [{ status: 'UNREACHABLE' }, { status: 'UNREACHABLE' }],
    });
    // Both are tried again, after delays that differ.
    expect(gone.errors).toHaveLength(2);
    expect(gone.errors).toMatchObject([{ extensions: unavailable }, { extensions: unavailable }]);
    expect((await node.ask(createList, { name: 'Lost' })).data).toEqual({
      createList: { __typename: 'UpstreamProblem', code: 'UPSTREAM_UNAVAILABLE', isRetryable: true },
    });

    await startProgram(platform);
    await vi.waitFor(
      async () => expect((await node.ask('{ lists { name } }')).data).toEqual({ lists: [{ name: 'Kept' }] }),
      { timeout: 60_000, interval: 500 },
    );
  });

  it('are told by the command line which of them may call, and one that may not gets nothing', async () => {
    const { data, platform, graph, clientId } = await settle();
    const [kept] = z
      .object({ clients: z.array(z.looseObject({ clientId: z.string(), status: z.string() })) })
      .parse(await commandJson(data, ['clients', 'list'])).clients;
    expect(kept).toEqual({
      clientId,
      name: 'Graph',
      status: 'active',
      createdAt: expect.any(String),
      revokedAt: null,
    });
    expect(await runCommand(data, ['clients', 'revoke', clientId])).toEqual({
      code: 0,
      stdout: `The client ${clientId} has no access any more.\n`,
      stderr: '',
    });
    expect((await runCommand(data, ['clients', 'list'])).stdout).toContain(`\n${clientId}  Graph  revoked  `);
    expect(await runCommand(data, ['clients', 'revoke', 'client_none'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no client with the id "client_none".\n',
    });

    await startProgram(platform);
    const node = await startProgram(await graph());
    const refused = await node.ask('{ lists { name } }');
    expect(refused.data).toEqual({ lists: null });
    expect(refused.errors).toMatchObject([
      { message: 'lists_list could not be called: the platform is not available.', extensions: unavailable },
    ]);
  });
});
