import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { commandJson } from '../../support/process/cli.ts';
import { freePort } from '../../support/network/free-port.ts';
import { cleanUp, makeDataFolder, makeFolder, type Program, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

interface Client {
  clientId: string;
  secret: string;
}

const added = z.object({ client: z.object({ clientId: z.string() }), secret: z.string() });
const createList = `mutation ($name: String!) {
  createList(input: { name: $name }) { __typename ... on UpstreamProblem { code isRetryable } }
}`;
/** Matches the modules of each side, and the packages that only that side needs. */
const sides = {
  graph: /\/src\/graph\/|\/node_modules\/(graphql-yoga|@pothos\/core)\//,
  platform: /\/src\/platform\/|\/node_modules\/(@electric-sql|kysely|pg|pg-boss|piscina|wink-nlp)\//,
};
const unavailable = { code: 'UPSTREAM_UNAVAILABLE', isRetryable: true };

// `rolling-restart.test.ts` tests nodes in front of a platform on PostgreSQL.
describe('graph nodes in front of a platform on PGlite', { timeout: timeLimit(240) }, () => {
  /** The environment of commands, which names the storage of the platform. */
  let data: Record<string, string>;
  /** The environment of the platform. */
  let environment: Record<string, string>;
  let client: Client;
  // Each test continues with the programs of the previous one.
  let platform: Program;
  let node: Program;

  const addClient = async (name: string) => {
    const { client: row, secret } = added.parse(await commandJson(data, ['clients', 'add', name]));
    return { clientId: row.clientId, secret };
  };
  /** Returns the environment of a program that lists its modules, and a function that returns how many match. */
  const listModules = async () => {
    const file = join(await makeFolder(), 'modules');
    return {
      environment: { MODULE_LIST: file, NODE_OPTIONS: '--import=./test/support/process/list-modules.ts' },
      count: async (pattern: RegExp) =>
        (await readFile(file, 'utf8')).split('\n').filter((url) => pattern.test(url)).length,
    };
  };
  const startGraph = async ({ clientId, secret }: Client, extra: Record<string, string> = {}) =>
    startProgram({
      ...extra,
      DATA_DIR: await makeFolder(),
      PLATFORM_URL: `http://127.0.0.1:${environment['PORT']}`,
      PLATFORM_CLIENT_ID: clientId,
      PLATFORM_CLIENT_SECRET: secret,
    });

  beforeAll(async () => {
    data = { DATA_DIR: await makeDataFolder() };
    environment = { ...data, SERVES: 'graph,platform', PORT: await freePort() };
    client = await addClient('Graph');
  });
  afterAll(cleanUp);

  it('rejects calls of a revoked client', async () => {
    const former = await addClient('Former');
    await commandJson(data, ['clients', 'revoke', former.clientId]);
    platform = await startProgram(environment);
    const refused = await (await startGraph(former)).ask('{ lists { name } }');
    expect(refused.data).toEqual({ lists: null });
    expect(refused.errors).toMatchObject([
      { message: 'lists_list could not be called: the platform is unavailable.', extensions: unavailable },
    ]);
  });

  it('shows the changes of one node on the others', async () => {
    const modules = await listModules();
    node = await startGraph(client, modules.environment);
    expect(await modules.count(sides.graph)).toBeGreaterThan(100);
    expect(await modules.count(sides.platform)).toBe(0);
    // The Redis client is loaded only if REDIS_URL is set.
    expect(await modules.count(/\/node_modules\/@redis\//)).toBe(0);
    const other = await startGraph(client);

    expect((await node.ask(createList, { name: 'By one' })).data).toEqual({
      createList: { __typename: 'CreateListSuccess' },
    });
    const seen = await other.ask('{ lists { name } }');
    expect({ data: seen.data, toolCalls: seen.toolCalls }).toEqual({
      data: { lists: [{ name: 'By one' }] },
      toolCalls: [{ tool: 'lists_list', keys: 1 }],
    });
    await other.ask(createList, { name: 'By two' });
    expect((await node.ask('{ lists { name } }')).data).toEqual({ lists: [{ name: 'By two' }, { name: 'By one' }] });
  });

  it('recovers after the platform was down', async () => {
    await platform.end('SIGKILL');

    const gone = await node.ask('{ __typename lists { name } savedSearches { id } connectors { status } }');
    expect(gone.data).toEqual({
      __typename: 'Query',
      lists: null,
      savedSearches: null,
      connectors: [{ status: 'UNREACHABLE' }, { status: 'UNREACHABLE' }],
    });
    expect(gone.errors).toMatchObject([{ extensions: unavailable }, { extensions: unavailable }]);
    expect((await node.ask(createList, { name: 'Lost' })).data).toEqual({
      createList: { __typename: 'UpstreamProblem', code: 'UPSTREAM_UNAVAILABLE', isRetryable: true },
    });

    const modules = await listModules();
    await startProgram({ ...environment, ...modules.environment, SERVES: 'platform' });
    expect(await modules.count(sides.platform)).toBeGreaterThan(100);
    expect(await modules.count(sides.graph)).toBe(0);
    const lists = [{ name: 'By two' }, { name: 'By one' }];
    await vi.waitFor(async () => expect((await node.ask('{ lists { name } }')).data).toEqual({ lists }), {
      timeout: timeLimit(60),
      interval: 500,
    });
  });
});
