import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { PlatformError } from '../../../../src/tools/errors/platform-error.ts';
import { makeLimitedDatabase } from '../../../support/database/limited-database.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const maxConnections = 12;

async function startNode(url: string, connections?: number) {
  const database = await openDatabase({ url, ...(connections !== undefined && { connections }) });
  const { admission, talent, convo } = database.calls;
  const inFlight = new Set<Promise<unknown>>();

  /** Uses the pools as a tool call does. */
  const store = (name: string) =>
    runCall({ signal: new AbortController().signal }, async () => {
      await sql`select from service_keys`.execute(admission);
      const service = name.endsWith('0') ? convo : talent;
      await service.transaction().execute(async (trx) => {
        await sql`insert into talent_users (id, name) values (${name}, ${name})`.execute(trx);
      });
    });

  return {
    /** Repeats the call while it gets no connection, which means that it has had no effect. */
    async call(name: string) {
      const call = repeatWhileBusy(() => store(name));
      inFlight.add(call);
      await call.finally(() => inFlight.delete(call));
    },
    stored: async () => {
      const rows = await database.db.selectFrom('talent_users').select('name').orderBy('name').execute();
      return rows.map((row) => row.name);
    },
    async close() {
      await Promise.allSettled(inFlight);
      await database.close();
    },
  };
}

async function repeatWhileBusy(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    const isBusy = error instanceof PlatformError && error.code === 'UPSTREAM_UNAVAILABLE' && error.reason === 'BUSY';
    if (!isBusy) throw error;
    await setTimeout(20);
    await repeatWhileBusy(call);
  }
}

async function makeDatabase(): Promise<string> {
  const { url, remove } = await makeLimitedDatabase(serverUrl, maxConnections);
  onTestFinished(remove);
  return url;
}

describe.skipIf(serverUrl === '')('four nodes on a database with twelve connections', () => {
  it('answer a fair share of 24 callers each if each node may open three', { timeout: timeLimit(120) }, async () => {
    const url = await makeDatabase();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode(url, 3)));
    const answered = nodes.map(() => 0);
    let next = 0;
    const work = async (_: unknown, caller: number) => {
      const index = caller % nodes.length;
      while (next < 1000) {
        next += 1;
        await nodes[index]?.call(`User ${String(next).padStart(6, '0')}`);
        answered[index] = (answered[index] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 24 }, work));

    const total = answered.reduce((sum, count) => sum + count, 0);
    expect(await nodes[0]?.stored()).toHaveLength(total);
    for (const count of answered) expect(count).toBeGreaterThanOrEqual(total / 7);
    for (const node of nodes) await node.close();
  });

  it('complete every call during a rolling restart', { timeout: timeLimit(120) }, async () => {
    const url = await makeDatabase();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode(url)));
    const names: string[] = [];
    const load = { isOver: false };
    const work = async () => {
      // At most so many that a node which waits for a connection gets one in the end.
      while (!load.isOver && names.length < 400) {
        const name = `User ${String(names.length).padStart(6, '0')}`;
        names.push(name);
        await nodes[names.length % nodes.length]?.call(name);
      }
    };
    const restart = async () => {
      for (let count = 0; count < 4; count += 1) {
        const node = nodes.shift();
        await node?.close();
        nodes.push(await startNode(url));
      }
      load.isOver = true;
    };
    await Promise.all([restart(), ...Array.from({ length: 40 }, work)]);

    expect(names.length).toBeGreaterThan(100);
    expect(await nodes[0]?.stored()).toEqual(names);
    for (const node of nodes) await node.close();
  });
});
