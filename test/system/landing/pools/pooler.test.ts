import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type OpenedDatabase, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { type Pooler, pgBouncer, startPooler } from '../../../support/database/pooler.ts';
import { databaseUrl, onServer } from '../../../support/database/server-statement.ts';
import { openPlatformLab } from '../../../platform/platform-lab.ts';
import { openObserver, openPoolLab, type PoolLab } from '../../../platform/database/pools/pool-lab.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
const name = `test_pooler_${process.pid}`;
const left = new Error('the caller has gone');

describe.skipIf(serverUrl === '' || pgBouncer === undefined)(
  `the platform behind PgBouncer in transaction mode${pgBouncer ? '' : ' (pgbouncer is not installed)'}`,
  () => {
    let pooler: Pooler;
    let database: OpenedDatabase;
    let lab: PoolLab;
    beforeAll(async () => {
      pooler = await startPooler(pgBouncer ?? '', serverUrl);
      await onServer(serverUrl, `create database ${name}`);
      database = await openDatabase(
        { url: pooler.urlOf(databaseUrl(serverUrl, name)), poolMode: 'transaction' },
        { timeouts: { statementMs: 1000, acquireMs: 5000 } },
      );
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

    it('limits the statements of calls, and leaves no setting in a session', async () => {
      const { talent } = database.calls;
      const sleep = () => sql`select pg_sleep(30)`.execute(talent);
      await expect(sleep()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      const limits = await Promise.all(
        Array.from({ length: 8 }, () =>
          sql<{ limit: string }>`
        select current_setting('statement_timeout') as limit, pg_sleep(0.01)`.execute(database.db),
        ),
      );
      expect(new Set(limits.flatMap(({ rows }) => rows.map(({ limit }) => limit)))).toEqual(new Set(['0']));
      const inTransaction = talent.transaction().execute((trx) => sql`show statement_timeout`.execute(trx));
      expect((await inTransaction).rows).toEqual([{ statement_timeout: '1s' }]);
    });

    it('does not run a write whose caller went while it waited for a lock', async () => {
      const observer = await openObserver(databaseUrl(serverUrl, name));
      await observer.lock('talent_users');
      const caller = new AbortController();
      const user = { id: 'usr_late', name: 'Late', email: 'late@example.com' };
      const write = runCall({ signal: caller.signal }, () =>
        database.calls.talent.insertInto('talent_users').values(user).execute(),
      );
      const outcome = write.catch((error: unknown) => error);
      await observer.whenBlocked(1);
      caller.abort(left);
      await observer.unlock();
      expect(await outcome).toBe(left);
      const late = database.db.selectFrom('talent_users').select('id').where('id', '=', user.id);
      expect(await late.execute()).toEqual([]);
      await observer.close();
    });

    it('answers two users at once, each with their own records', { timeout: timeLimit(60) }, async () => {
      const { call } = await openPlatformLab(database);
      const users = ['ada', 'zoe'];
      const names = (user: string) => Array.from({ length: 10 }, (_, index) => `${user} ${index}`);
      const created = users.flatMap((identifier) =>
        names(identifier).map((list) => call('Talent', { identifier, input: { name: list } })),
      );
      await Promise.all(created);
      const read = Array.from({ length: 20 }, (_, index) => users[index % 2] ?? '').map(async (identifier) => {
        const { items } = talentTools.lists_list.output.parse(
          await call('Talent', { identifier, toolName: 'talent_lists_list', input: {} }),
        );
        return [identifier, new Set(items.map((list) => list.name))];
      });

      expect(await Promise.all(read)).toEqual(
        Array.from({ length: 10 }, () => users.map((user) => [user, new Set(names(user))])).flat(),
      );
    });
  },
);
