// oxlint-disable-next-line timing/no-sleep -- callers pause before they repeat a call
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { PlatformError } from '../../../../src/tools/errors/platform-error.ts';
import { makeLimitedDatabase } from '../../../support/database/limited-database.ts';
import { createGate, type Gate } from '../../../support/gate.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const maxConnections = 12;

type Node = Awaited<ReturnType<typeof startNode>>;

const nameOf = (index: number) => `User ${String(index).padStart(6, '0')}`;

async function startNode(url: string, connections?: number) {
  const database = await openDatabase({ url, ...(connections !== undefined && { connections }) });
  const { callers, talent, convo } = database.calls;
  const inFlight = new Set<Promise<unknown>>();

  /** Uses the pools as a tool call does. */
  const store = (name: string, gate?: Gate) =>
    runCall({ signal: new AbortController().signal }, async () => {
      await sql`select from service_keys`.execute(callers);
      const service = name.endsWith('0') ? convo : talent;
      await service.transaction().execute(async (trx) => {
        await sql`insert into talent_users (id, name) values (${name}, ${name})`.execute(trx);
        await gate?.pass();
      });
    });

  return {
    /**
     * Repeats the call while it gets no connection, which means that it has had no effect. With a gate, the call keeps its
     * connection until the gate is open.
     */
    async call(name: string, gate?: Gate) {
      const call = repeatWhileBusy(() => store(name, gate));
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
  it(
    'answer their callers while the others are overloaded if each may open three',
    { timeout: timeLimit(240) },
    async () => {
      const url = await makeDatabase();
      const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode(url, 3)));
      const names: string[] = [];
      const callAll = (node: Node | undefined, gate?: Gate) =>
        Array.from({ length: 6 }, async () => {
          const name = nameOf(names.length);
          names.push(name);
          await node?.call(name, gate);
        });
      for (const node of nodes) {
        const gate = createGate();
        const others = nodes.filter((each) => each !== node);
        const held = others.flatMap((each) => callAll(each, gate));
        // Each of them has one connection for calls, so its further callers wait.
        await gate.whenWaiting(others.length);
        await Promise.all(callAll(node));
        gate.open();
        await Promise.all(held);
      }

      expect(names).toHaveLength(96);
      expect(await nodes[0]?.stored()).toEqual(names);
      for (const node of nodes) await node.close();
    },
  );

  it('complete every call during a rolling restart', { timeout: timeLimit(240) }, async () => {
    const url = await makeDatabase();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => startNode(url)));
    const names: string[] = [];
    for (let count = 1; count <= 4; count += 1) {
      const load = { isOver: false };
      const work = async () => {
        // At most so many that a node which waits for a connection gets one in the end.
        do {
          const name = nameOf(names.length);
          names.push(name);
          await nodes[names.length % nodes.length]?.call(name);
        } while (!load.isOver && names.length < count * 40);
      };
      const restart = async () => {
        const node = nodes.shift();
        await node?.close();
        nodes.push(await startNode(url));
        load.isOver = true;
      };
      // The node that ends has calls in flight.
      await Promise.all([...Array.from({ length: 24 }, work), restart()]);
    }

    expect(names.length).toBeGreaterThanOrEqual(96);
    expect(await nodes[0]?.stored()).toEqual(names);
    for (const node of nodes) await node.close();
  });
});
