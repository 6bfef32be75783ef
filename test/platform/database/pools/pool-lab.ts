import { Client } from 'pg';
import pino from 'pino';
import { expect, vi } from 'vitest';
import { openEmbeddedUpstream } from '../../../../src/app/embedded-upstream.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import {
  type DatabaseOptions,
  openDatabase,
  type OpenedDatabase,
} from '../../../../src/platform/database/open-database.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { makeServerDatabase } from '../../../support/database/server-database.ts';
import { testVaultKey } from '../../../support/platform/service-keys.ts';
import type { PoolName } from '../../../../src/platform/database/pools/pool.ts';
import { timeLimit } from '../../../support/time-limit.ts';

/** The platform in this process on a database, with calls of the development identity to both services. */
export async function openPoolLab(database: OpenedDatabase) {
  const upstream = await openEmbeddedUpstream({
    config: readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey }),
    log: pino({ level: 'silent' }),
    database,
  });
  const platform = upstream.platformApi?.platform;
  if (!platform) throw new Error('The upstream has no platform');
  const call = (connectionName: 'talent' | 'convo', request: { tool: string; input?: object; signal?: AbortSignal }) =>
    platform.execute({
      connectionName,
      identifier: 'demo',
      toolName: `${connectionName}_${request.tool}`,
      input: request.input ?? {},
      signal: request.signal ?? new AbortController().signal,
    });
  const stateOf = (pool: PoolName) => database.pools().find((state) => state.pool === pool);
  return {
    upstream,
    stateOf,
    readLists: (signal?: AbortSignal) => call('talent', { tool: 'lists_list', ...(signal && { signal }) }),
    createList: (name: string, signal?: AbortSignal) =>
      call('talent', { tool: 'lists_create', input: { name }, ...(signal && { signal }) }),
    readOrganization: () => call('convo', { tool: 'organization_get' }),
    /** The names of the stored lists. */
    async lists(): Promise<string[]> {
      const rows = await database.db.selectFrom('talent_lists').select('name').orderBy('name').execute();
      return rows.map(({ name }) => name);
    },
    whenWaiting: (pool: PoolName, count: number) =>
      vi.waitFor(() => expect(stateOf(pool)?.waiting).toBe(count), { timeout: timeLimit(10) }),
  };
}

/** Number of connections that the calls of one service can have. */
export const serviceConnections = 5;

/** The platform on a new database of a server, and an observer of its sessions. */
export async function openServerLab(serverUrl: string, options: DatabaseOptions = {}) {
  const { url, remove } = await makeServerDatabase(serverUrl);
  const database = await openDatabase({ url }, options);
  const lab = await openPoolLab(database);
  const observer = await openObserver(url);
  const close = async () => {
    await observer.close();
    await lab.upstream.close();
    await database.close();
    await remove();
  };
  return { url, database, observer, close, ...lab };
}

export const repeat = <Result>(count: number, call: () => Result) => Array.from({ length: count }, call);

export type PoolLab = Awaited<ReturnType<typeof openPoolLab>>;

/** Observes the sessions of the program on the server, and can block or terminate them. */
export async function openObserver(url: string) {
  // `viewer` is separate, because pg_stat_activity does not change in the transaction of `locker`.
  const [locker, viewer] = await Promise.all([connect(url), connect(url)]);
  const blocked = async () => {
    const { rows } = await viewer.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    /**
     * Locks a table, by default the lists of the talent service: every statement on it waits.
     * In the mode `share`, only statements that write wait.
     */
    async lock(table: keyof Tables = 'talent_lists', mode: 'access exclusive' | 'share' = 'access exclusive') {
      await locker.query('begin');
      await locker.query(`lock table ${table} in ${mode} mode`);
    },
    unlock: () => locker.query('rollback'),
    /** Waits until exactly `count` sessions wait for a lock, and returns their ids. */
    async whenBlocked(count: number): Promise<number[]> {
      let pids: number[] = [];
      await vi.waitFor(
        async () => {
          pids = await blocked();
          expect(pids).toHaveLength(count);
        },
        { timeout: timeLimit(10) },
      );
      return pids;
    },
    terminate: (pid: number) => viewer.query('select pg_terminate_backend($1)', [pid]),
    close: () => Promise.all([locker.end(), viewer.end()]),
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}
