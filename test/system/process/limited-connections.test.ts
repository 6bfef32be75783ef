// oxlint-disable-next-line timing/no-sleep -- callers pause before they repeat a mutation
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { makeLimitedDatabase } from '../../support/database/limited-database.ts';
import type { ServerDatabase } from '../../support/database/server-database.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { cleanUp, makeFolder, type Program, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

/** Fewer than three nodes want. */
const maxConnections = 9;
const names = Array.from({ length: 9 }, (_, index) => `List ${String(index).padStart(3, '0')}`);

const mutation = `mutation ($name: String!) {
  createList(input: { name: $name }) { __typename ... on UpstreamProblem { code isRetryable } }
}`;
const created = { data: { createList: { __typename: 'CreateListSuccess' } } };
const busy = { createList: { __typename: 'UpstreamProblem', code: 'UPSTREAM_UNAVAILABLE', isRetryable: true } };

/** Creates a list; repeats the mutation while the node has no connection for it, as its problem says. */
async function create(nodeOf: () => Program | undefined, name: string): Promise<unknown> {
  const result = await nodeOf()?.ask(mutation, { name });
  if (!isDeepStrictEqual(result?.data, busy)) return result;
  // Without a pause, the repetitions leave no connection for a node that starts.
  await setTimeout(100);
  return create(nodeOf, name);
}

describe.skipIf(serverUrl === '')(
  'three nodes on a database with nine connections',
  { timeout: timeLimit(240) },
  () => {
    let database: ServerDatabase;
    let nodes: Program[];
    let environment: Record<string, string>;
    const start = () => startProgram(environment);

    beforeAll(async () => {
      database = await makeLimitedDatabase(serverUrl, maxConnections);
      environment = {
        DATABASE_URL: database.url,
        DATA_DIR: await makeFolder(),
        VAULT_KEY: testVaultKey,
        // A node that starts waits half of it for a connection, then fails.
        TOOL_TIMEOUT_MS: '120000',
        OPERATION_TIMEOUT_MS: '240000',
      };
      nodes = await Promise.all([start(), start(), start()]);
    }, timeLimit(240));
    afterAll(async () => {
      await cleanUp();
      await database.remove();
    });

    it('store every list while they are restarted one by one', async () => {
      const waiting = [...names];
      while (waiting.length > 0) {
        const lists = waiting.splice(0, 3);
        const node = nodes.shift();
        const answers = lists.map((name, index) => create(() => nodes[index % nodes.length], name));
        expect(await node?.end('SIGTERM')).toEqual({ code: 0, signal: null });
        nodes.push(await start());
        expect(await Promise.all(answers)).toMatchObject(lists.map(() => created));
      }
      for (const node of nodes) await node.end('SIGTERM');

      const { db, close } = await openDatabase({ url: database.url });
      const rows = await db.selectFrom('talent_lists').select('name').orderBy('name').execute();
      await close();
      expect(rows.map(({ name }) => name)).toEqual(names);
    });
  },
);
