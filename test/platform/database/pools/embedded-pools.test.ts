import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { openMemoryDatabase } from '../../../support/database/memory-database.ts';
import { databases } from '../../../support/database/test-databases.ts';
import { describeOnEach } from '../../../support/database/suite-database.ts';
import { createGate } from '../../../support/gate.ts';
import { openPoolLab, type PoolLab } from './pool-lab.ts';

const left = new Error('the caller has gone');

describe('the pools of an embedded database', () => {
  let database: OpenedDatabase;
  let lab: PoolLab;
  beforeAll(async () => {
    database = await openMemoryDatabase();
    lab = await openPoolLab(database);
  });
  afterAll(async () => {
    await lab.upstream.close();
    await database.close();
  });

  /** Holds the only connection in a transaction until `release` is called. */
  async function occupy(db: Kysely<Tables>) {
    const gate = createGate();
    const done = db.transaction().execute(() => gate.pass());
    await gate.whenWaiting(1);
    return { release: () => (gate.open(), done) };
  }

  it('take turns, so that a service with many statements does not delay the others', async () => {
    const { callers, talent, convo } = database.calls;
    const { release } = await occupy(database.db);
    const order: string[] = [];
    const run = (pool: string, db: Kysely<Tables>) => sql`select 1`.execute(db).then(() => order.push(pool));
    const statements = [...[1, 2, 3].map(() => run('talent', talent)), run('convo', convo), run('callers', callers)];
    await lab.whenWaiting('calls', 5);
    await release();
    await Promise.all(statements);
    expect(order).toEqual(['talent', 'convo', 'callers', 'talent', 'talent']);
  });

  it('let the statements of the job queue wait for their turn', async () => {
    const { release } = await occupy(database.calls.talent);
    const job = database.jobs.db?.executeSql('select 1 as one');
    await lab.whenWaiting('background', 1);
    await release();
    expect(await job).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('do not run a write whose caller went while it waited', async () => {
    const { release } = await occupy(database.calls.convo);
    const caller = new AbortController();
    const write = lab.createList('Late', caller.signal);
    await lab.whenWaiting('calls', 1);
    caller.abort(left);
    await expect(write).rejects.toBe(left);
    await lab.whenWaiting('calls', 0);
    await release();
    expect(await lab.lists()).toEqual([]);
  });
});

describeOnEach(databases(), 'the statements of a call', ({ open }) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterEach(() => database.db.deleteFrom('talent_users').where('id', '=', 'usr_ada').execute());
  afterAll(() => database.close());

  const insertUser = (db: Kysely<Tables>) =>
    db.insertInto('talent_users').values({ id: 'usr_ada', name: 'Ada', email: 'ada@example.com' }).execute();
  const users = () => database.db.selectFrom('talent_users').select('id').execute();

  it('are rolled back when the caller goes before the commit', async () => {
    const caller = new AbortController();
    const work = runCall({ signal: caller.signal }, () =>
      database.calls.talent.transaction().execute(async (trx) => {
        await insertUser(trx);
        caller.abort(left);
      }),
    );
    await expect(work).rejects.toBe(left);
    expect(await users()).toEqual([]);
  });

  it('end when the caller goes during a transaction', async () => {
    const caller = new AbortController();
    const work = runCall({ signal: caller.signal }, () =>
      database.calls.talent.transaction().execute(async (trx) => {
        await insertUser(trx);
        caller.abort(left);
        await expect(sql`select 1`.execute(trx)).rejects.toBe(left);
      }),
    );
    await expect(work).rejects.toBe(left);
    expect(await users()).toEqual([]);
  });

  it('end when the caller goes between two of them', async () => {
    const caller = new AbortController();
    const { talent } = database.calls;
    const work = runCall({ signal: caller.signal }, async () => {
      await sql`select 1`.execute(talent);
      caller.abort(left);
      await insertUser(talent);
    });
    await expect(work).rejects.toBe(left);
    expect(await users()).toEqual([]);
  });

  it('do not end the background work that the call has started', async () => {
    const caller = new AbortController();
    await runCall({ signal: caller.signal }, async () => {
      caller.abort(left);
      await insertUser(database.db);
    });
    expect(await users()).toEqual([{ id: 'usr_ada' }]);
  });

  it('store each acknowledged write once while other calls end in the queue', async () => {
    const lab = await openPoolLab(database);
    const writes = Array.from({ length: 40 }, async (_, index) => {
      const caller = new AbortController();
      const name = `List ${String(index).padStart(2, '0')}`;
      const write = lab.createList(name, caller.signal);
      // Every third caller leaves, each at a different time.
      if (index % 3 === 0) setTimeout(() => caller.abort(left), index);
      return write.then(() => name);
    });
    const results = await Promise.allSettled(writes);
    const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const stored = await lab.lists();
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    await lab.upstream.close();
  });
});
