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

/** Each of four nodes needs three connections, and would open up to twenty. */
const maxConnections = 12;

const mutation = `mutation ($name: String!) {
  createList(input: { name: $name }) { __typename ... on UpstreamProblem { code isRetryable } }
}`;
const created = { createList: { __typename: 'CreateListSuccess' } };
const busy = { createList: { __typename: 'UpstreamProblem', code: 'UPSTREAM_UNAVAILABLE', isRetryable: true } };

/** Creates a list; repeats the mutation while its result says that no connection is free. */
async function create(nodeOf: () => Program | undefined, name: string): Promise<void> {
  const result = await nodeOf()?.ask(mutation, { name });
  if (isDeepStrictEqual(result?.data, created)) return;
  expect(result?.data).toEqual(busy);
  // Without a pause, the repetitions leave no connection for a node that starts.
  await setTimeout(100);
  await create(nodeOf, name);
}

describe.skipIf(serverUrl === '')(
  'four nodes on a database with twelve connections',
  { timeout: timeLimit(240) },
  () => {
    let database: ServerDatabase;
    let nodes: Program[];
    let environment: Record<string, string>;
    const names: string[] = [];
    const nextName = () => {
      names.push(`List ${String(names.length).padStart(6, '0')}`);
      return names.at(-1) ?? '';
    };
    const start = () => startProgram(environment);

    beforeAll(async () => {
      database = await makeLimitedDatabase(serverUrl, maxConnections);
      environment = {
        DATABASE_URL: database.url,
        DATA_DIR: await makeFolder(),
        VAULT_KEY: testVaultKey,
        // A starting node fails after it has waited half of this time for a connection.
        TOOL_TIMEOUT_MS: '120000',
        OPERATION_TIMEOUT_MS: '240000',
      };
      nodes = await Promise.all([start(), start(), start(), start()]);
    }, timeLimit(240));
    afterAll(async () => {
      await cleanUp();
      await database.remove();
    });

    it('each complete at least a seventh of the changes of 24 callers', async () => {
      const completed = nodes.map(() => 0);
      const total = () => completed.reduce((sum, count) => sum + count);
      const callers = Array.from({ length: 24 }, async (_, caller) => {
        const index = caller % nodes.length;
        while (total() < 560) {
          await create(() => nodes[index], nextName());
          completed[index] = (completed[index] ?? 0) + 1;
        }
      });
      await Promise.all(callers);
      expect(Math.min(...completed)).toBeGreaterThanOrEqual(total() / 7);
    });

    it('store every list while they are restarted one by one', async () => {
      for (let restarted = 0; restarted < 4; restarted += 1) {
        const node = nodes.shift();
        const changes = Array.from({ length: 6 }, (_, index) => create(() => nodes[index % nodes.length], nextName()));
        expect(await node?.end('SIGTERM')).toEqual({ code: 0, signal: null });
        nodes.push(await start());
        await Promise.all(changes);
      }
      for (const node of nodes) await node.end('SIGTERM');

      const { db, close } = await openDatabase({ url: database.url });
      const rows = await db.selectFrom('talent_lists').select('name').orderBy('name').execute();
      await close();
      expect(rows.map(({ name }) => name)).toEqual(names);
    });
  },
);
