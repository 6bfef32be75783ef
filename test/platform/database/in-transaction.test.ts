import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/database/in-transaction.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { databases } from '../../support/database/test-databases.ts';
import { createGate } from '../../support/gate.ts';
import { describeOnEach, describeOnDatabases } from '../../support/database/suite-database.ts';

const conflict = (code: string) => Object.assign(new Error('ended because of another transaction'), { code });

describeOnDatabases('inTransaction', (opened) => {
  const names = async () => {
    const rows = await opened.db.selectFrom('talent_companies').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  };

  it.each(['40P01', '40001'])('retries the work after %s and commits it once', async (code) => {
    await opened.db.deleteFrom('talent_companies').execute();
    let runs = 0;
    await inTransaction(opened.db, async (trx) => {
      runs += 1;
      await trx
        .insertInto('talent_companies')
        .values({ id: 'exe_1', name: `Run ${runs}` })
        .execute();
      if (runs < 3) throw conflict(code);
    });
    expect([runs, await names()]).toEqual([3, ['Run 3']]);
  });

  it('fails after six attempts', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw conflict('40P01');
    };
    await expect(inTransaction(opened.db, work)).rejects.toMatchObject({ code: '40P01' });
    expect(runs).toBe(6);
  });

  it('does not retry other failures', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw conflict('23505');
    };
    await expect(inTransaction(opened.db, work)).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });

  it('retries only the outermost transaction', async () => {
    let [outer, inner] = [0, 0];
    await inTransaction(opened.db, async (trx) => {
      outer += 1;
      await inTransaction(trx, async () => {
        inner += 1;
        if (inner === 1) throw conflict('40P01');
      });
    });
    expect([outer, inner]).toEqual([2, 2]);
  });
});

const servers = databases().filter(({ name }) => name === 'PostgreSQL');

describeOnEach(servers, 'two writers', ({ open }) => {
  it('can store the same records in opposite order', async () => {
    const { db, close } = await open();
    const records = Array.from({ length: 40 }, (_, index) => ({ id: `exe_${index}`, name: `Company ${index}` }));
    await storeCompanies(db, records);
    const firstHalf = createGate();
    const runs = [0, 0];
    const write = (writer: 0 | 1) =>
      inTransaction(db, async (trx) => {
        runs[writer] = (runs[writer] ?? 0) + 1;
        const ordered = writer === 0 ? ['exe_1', 'exe_2'] : ['exe_2', 'exe_1'];
        for (const id of ordered) {
          await trx
            .updateTable('talent_companies')
            .set({ name: `Writer ${writer}` })
            .where('id', '=', id)
            .execute();
          // Each writer has locked one row and needs the other's: a deadlock, so one must retry.
          if (id === ordered[0] && runs[writer] === 1) await firstHalf.pass();
        }
      });
    await Promise.all([write(0), write(1), firstHalf.whenWaiting(2).then(() => firstHalf.open())]);

    expect((runs[0] ?? 0) + (runs[1] ?? 0)).toBeGreaterThan(2);
    const { rows } = await sql<{ name: string }>`
      select distinct name from talent_companies where id in ('exe_1', 'exe_2')`.execute(db);
    expect(rows).toHaveLength(1);
    await close();
  });
});
