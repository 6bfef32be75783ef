import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { vacuum } from '../../../../../src/platform/database/vacuum.ts';
import { storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import { recordStatements } from '../../../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { signalCorpus } from './signal-corpus.ts';
import { talentCallers } from '../talent-caller.ts';

describeOnDatabases('pages of signals_list', ({ db }) => {
  const ann = talentCallers(db)('ann');

  beforeAll(() => db.insertInto('talent_users').values({ id: 'ann', name: 'Ann', email: null }).execute());

  const deleteSignals = () => db.deleteFrom('talent_signals').execute();

  it('returns no signals from an empty database', async () => {
    expect(await ann.payload('signals_list', {})).toEqual({ items: [], page: 1, limit: 25, total: 0, has_more: false });
    expect(await ann.payload('signals_list', { page: '7', limit: '3' })).toEqual({
      items: [],
      page: 7,
      limit: 3,
      total: 0,
      has_more: false,
    });
  });

  describe('with 60 signals, 20 of them at the same time', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `sig_${String(index).padStart(2, '0')}`);

    beforeAll(async () => {
      // Stored in another order than the order of pages.
      const shuffled = ids.toSorted((a, b) => a.slice(-1).localeCompare(b.slice(-1)));
      await storeSignals(
        db,
        shuffled.map((id) => ({ id, discovered_at: Date.UTC(2026, 0, 1 + Math.floor(ids.indexOf(id) / 20)) })),
      );
    });
    afterAll(deleteSignals);

    it.each([1, 7, 20, 25, 30, 60, 100])('returns each signal once in pages of %i', async (limit) => {
      const seen: string[] = [];
      const pages = Math.ceil(60 / limit);
      for (let page = 1; page <= pages; page++) {
        const answer = await ann.record('signals_list', { limit: String(limit), page: String(page) });
        expect([answer.page, answer.limit, answer.total]).toEqual([page, limit, 60]);
        expect(answer.items).toHaveLength(Math.min(limit, 60 - (page - 1) * limit));
        seen.push(...answer.items.map(({ id }) => id));
      }
      expect(seen).toEqual(ids.toReversed());
    });

    it('returns 25 signals by default', async () => {
      const { items, limit } = await ann.record('signals_list', {});
      expect([items.length, limit]).toEqual([25, 25]);
    });

    it('returns no signals after the last page', async () => {
      const { items, total } = await ann.record('signals_list', { page: '4' });
      expect([items, total]).toEqual([[], 60]);
    });

    it('returns no signals at the highest page number', async () => {
      const { items, total } = await ann.record('signals_list', { page: '999999999', limit: '100' });
      expect([items, total]).toEqual([[], 60]);
    });
  });

  it('runs four statements for any number of signals, and two if the first page has all', async () => {
    onTestFinished(async () => void (await deleteSignals()));
    await storeSignals(db, signalCorpus(101));
    const recorder = recordStatements(db);
    const usr0 = talentCallers(recorder.db)('usr_0');
    const statements: number[] = [];
    for (const input of [{ limit: '1' }, { limit: '10' }, { limit: '100' }, { source: ['unknown'] }]) {
      await usr0.payload('signals_list', { ...input, screened_by: ['-nobody'] });
      statements.push(recorder.take().length);
    }
    expect(statements).toEqual([4, 4, 4, 2]);
  });

  describe('with 2,500 signals', () => {
    const store = (count: number, from: number) =>
      storeSignals(
        db,
        Array.from({ length: count }, (_, index) => ({ id: `many_${from + index}`, discovered_at: from + index })),
      );

    /** Sets PostgreSQL's estimate of the number of stored signals. */
    const setEstimate = (count: number) =>
      db.executeQuery(CompiledQuery.raw(`update pg_class set reltuples = ${count} where relname = 'talent_signals'`));

    beforeAll(() => store(2_500, 0));
    afterEach(async () => {
      await db.deleteFrom('talent_signals').where('discovered_at', '>=', new Date(2_500)).execute();
      await setEstimate(-1);
    });
    afterAll(deleteSignals);

    it('counts up to 2,500 signals', async () => {
      expect((await ann.record('signals_list', { limit: '1' })).total).toBe(2_500);
      await store(1, 2_500);
      expect((await ann.record('signals_list', { limit: '1' })).total).toBeNull();
    });

    it('counts up to 1,000 signals in a table of more than 100,000', async () => {
      await setEstimate(100_001);
      const totals: unknown[] = [];
      for (const days of [1_000, 1_001]) {
        const since = String(2_499 - days);
        totals.push((await ann.record('signals_list', { created_after: since, limit: '1' })).total);
      }
      await setEstimate(100_000);
      totals.push((await ann.record('signals_list', { created_after: '1498', limit: '1' })).total);
      expect(totals).toEqual([1_000, null, 1_001]);
    });

    it('returns no total for more signals, but has_more on every page', async () => {
      await store(100, 2_500);
      const pages = [];
      for (const page of ['1', '25', '26', '27']) {
        const { items, total, hasMore } = await ann.record('signals_list', { limit: '100', page });
        pages.push([items.length, total, hasMore]);
      }
      expect(pages).toEqual([
        [100, null, true],
        [100, null, true],
        [100, null, false],
        [0, null, false],
      ]);
    });

    it('does not count signals if the planner expects more than 5,000', async () => {
      await store(2_600, 2_500);
      await vacuum(db, 'talent');
      const recorder = recordStatements(db);
      const { total } = await talentCallers(recorder.db)('ann').record('signals_list', { limit: '1' });
      const statements = recorder.take().map(({ sql }) => sql);

      expect(total).toBeNull();
      expect(statements.filter((sql) => sql.includes('as "bounded"'))).toEqual([]);
      expect(statements).toHaveLength(3);
    });
  });
});
