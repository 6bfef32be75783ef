import { CompiledQuery, sql, type Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../../src/platform/database/in-transaction.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { describeOnDatabases } from '../../../support/database/suite-database.ts';
import { forwardTo } from '../../../support/open-for-suite.ts';

const ada = { id: 'usr_ada', name: 'Ada', email: 'ada@example.com' };
/** Enough runs: a statement is prepared when it runs for the third time. */
const runs = [1, 2, 3, 4];

describeOnDatabases('prepared statements of tool calls', (opened) => {
  const db = forwardTo(() => opened.calls.talent);
  /** Runs `work` in one session. */
  const inSession = <Result>(work: (trx: Transaction<Tables>) => Promise<Result>) => inTransaction(db, work);
  const preparedIn = async (trx: Transaction<Tables>) => {
    const { rows } = await sql<{ text: string; uses: number }>`
      select statement as text, (generic_plans + custom_plans)::int as uses from pg_prepared_statements`.execute(trx);
    return rows.filter(({ text }) => !text.includes('pg_prepared_statements'));
  };

  it('are planned once per session and text', async () => {
    const prepared = await inSession(async (trx) => {
      for (const id of runs) await sql`select ${String(id)} || 'once'`.execute(trx);
      return preparedIn(trx);
    });
    expect(prepared).toContainEqual({ text: `select $1 || 'once'`, uses: expect.any(Number) });
  });

  it('return values of every type', async () => {
    const values = {
      text: 'Zoë "\\{,}" \u{1F642}',
      empty: '',
      nothing: null,
      list: ['a', null, '"b",\\{c}'],
      numbers: [1, 2],
      flag: false,
      time: new Date('2026-11-22T01:02:03.456Z'),
      document: { list: [1, 'two', null], nested: { flag: true } },
      bytes: 'caf\u00e9',
    };
    for (const run of runs) {
      const { rows } = await sql`
        select ${values.text}::text as text, ${values.empty}::text as empty, ${values.nothing}::text as nothing,
          ${values.list}::text[] as list, ${values.numbers}::int[] as numbers, ${values.flag}::boolean as flag,
          ${values.time}::timestamptz as time, ${JSON.stringify(values.document)}::jsonb as document,
          convert_from(${Buffer.from(values.bytes)}::bytea, 'UTF8') as bytes,
          ${run}::int as whole, ${run + 0.5}::float8 as fraction, '12.30'::numeric as exact, null::int[] as unknown
      `.execute(db);
      expect(rows).toEqual([{ ...values, whole: run, fraction: run + 0.5, exact: '12.30', unknown: null }]);
    }
  });

  it('count written rows', async () => {
    for (const name of runs) {
      await db.insertInto('talent_users').values(ada).execute();
      const update = db.updateTable('talent_users').set({ name: String(name) });
      expect(await update.executeTakeFirst()).toMatchObject({ numUpdatedRows: 1n });
      expect(await db.deleteFrom('talent_users').executeTakeFirst()).toMatchObject({ numDeletedRows: 1n });
    }
  });

  it('fail with the code and constraint of the error, and run again', async () => {
    const insert = () => db.insertInto('talent_users').values(ada).execute();
    await insert();
    for (const _ of runs) {
      await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'talent_users_pkey' });
      await expect(inSession((trx) => trx.insertInto('talent_users').values(ada).execute())).rejects.toMatchObject({
        code: '23505',
      });
    }
    await db.deleteFrom('talent_users').execute();
    await insert();
    expect(await db.selectFrom('talent_users').selectAll().execute()).toMatchObject([ada]);
  });

  it('are prepared again when a migration has changed their result', async () => {
    const read = sql`select * from test.changing`;
    await sql`create schema test`.execute(db);
    await sql`create table test.changing as select 1 as first`.execute(db);
    for (const _ of runs) expect((await read.execute(db)).rows).toEqual([{ first: 1 }]);
    await sql`alter table test.changing add column second int`.execute(db);
    expect((await read.execute(db)).rows).toEqual([{ first: 1, second: null }]);
    await sql`alter table test.changing drop column first`.execute(db);
    for (const _ of runs)
      expect(await inSession(async (trx) => (await read.execute(trx)).rows)).toEqual([{ second: null }]);
    await sql`alter table test.changing add column third int`.execute(db);
    expect(await inSession(async (trx) => (await read.execute(trx)).rows)).toEqual([{ second: null, third: null }]);
  });

  it('are prepared again when the session has lost them', async () => {
    const read = sql`select 'lost' as text`;
    for (const _ of runs) await read.execute(db);
    await sql`deallocate all`.execute(db);
    for (const _ of runs) expect((await read.execute(db)).rows).toEqual([{ text: 'lost' }]);
  });

  it('are limited in number and length', async () => {
    const count = await inSession(async (trx) => {
      const run = (text: string) => trx.executeQuery(CompiledQuery.raw(text));
      for (let index = 0; index < 205; index += 1) for (const _ of runs) await run(`select ${index} as number`);
      const long = `select '${'x'.repeat(4000)}' as text`;
      for (const _ of runs) await run(long);
      const prepared = await preparedIn(trx);
      expect(prepared).not.toContainEqual(expect.objectContaining({ text: long }));
      return prepared.length;
    });
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThanOrEqual(200);
  });
});
