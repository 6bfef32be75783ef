import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type OpenedDatabase, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { type Pooler, pgBouncer, startPooler } from '../../../support/database/pooler.ts';
import { databaseUrl, onServer } from '../../../support/database/server-statement.ts';
import { openObserver, openPoolLab, type PoolLab } from '../../../platform/database/pools/pool-lab.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
const left = new Error('the caller has gone');

describe.skipIf(serverUrl === '' || pgBouncer === undefined).each(['session', 'transaction'] as const)(
  'the platform behind PgBouncer (pool mode %s)',
  (mode) => {
    const name = `test_pooler_${mode}_${process.pid}`;
    let pooler: Pooler;
    let database: OpenedDatabase;
    let lab: PoolLab;
    beforeAll(async () => {
      pooler = await startPooler(pgBouncer ?? '', { serverUrl, mode });
      await onServer(serverUrl, `create database ${name}`);
      const url = pooler.urlOf(databaseUrl(serverUrl, name));
      const location = { url, poolMode: mode, connections: 6 };
      database = await openDatabase(location, { timeouts: { statementMs: 1000, acquireMs: 5000 } });
      lab = await openPoolLab(database);
    });
    afterAll(async () => {
      await lab?.upstream.close();
      await database?.close();
      await pooler.stop();
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
    });

    it('migrates and answers concurrent calls of both services', async () => {
      onTestFinished(async () => void (await database.db.deleteFrom('talent_lists').execute()));
      const names = Array.from({ length: 10 }, (_, index) => `List ${index}`);
      await Promise.all(names.flatMap((list) => [lab.createList(list), lab.readOrganization(), lab.readLists()]));
      expect(await lab.lists()).toEqual(names);
    });

    it('limits the statements of calls, and leaves no setting in a session of background work', async () => {
      const { talent } = database.calls;
      await expect(sql`select pg_sleep(30)`.execute(talent)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      const limits = await Promise.all(
        Array.from({ length: 8 }, () =>
          sql`select current_setting('statement_timeout') as limit, pg_sleep(0.01)`.execute(database.db),
        ),
      );
      expect(limits.map(({ rows }) => rows)).toMatchObject(limits.map(() => [{ limit: '0' }]));
      const inTransaction = talent.transaction().execute((trx) => sql`show statement_timeout`.execute(trx));
      expect((await inTransaction).rows).toEqual([{ statement_timeout: '1s' }]);
    });

    it('does not run a write whose caller went while it waited for a lock', async () => {
      const observer = await openObserver(databaseUrl(serverUrl, name));
      await observer.lock('talent_users');
      const caller = new AbortController();
      const user = { id: 'usr_late', name: 'Late' };
      const insert = database.calls.talent.insertInto('talent_users').values(user);
      const outcome = runCall(caller, () => insert.execute()).catch((error: unknown) => error);
      await observer.whenBlocked(1);
      caller.abort(left);
      // In transaction mode, the session is unknown, so nothing can cancel the waiting statement.
      if (mode === 'session') await observer.whenBlocked(0);
      await observer.unlock();
      expect(await outcome).toBe(left);
      const late = database.db.selectFrom('talent_users').select('id').where('id', '=', user.id);
      expect(await late.execute()).toEqual([]);
      await observer.close();
    });
  },
);
