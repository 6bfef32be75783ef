import type { Kysely } from 'kysely';
import type { ConstructorOptions, Db as JobDb } from 'pg-boss';
import type { Tables } from '../tables/tables.ts';

/**
 * The pools of database connections. A pool whose connections are all busy never delays the statements of another:
 * - `admission`: connections, accounts, clients and keys, which every tool call needs first
 * - `talent`, `convo`: the tools of one service
 * - `background`: processing, clean-up, job queues, imports, commands and migrations
 */
export const poolNames = ['admission', 'talent', 'convo', 'background'] as const;

export type PoolName = (typeof poolNames)[number];

/** The databases for tool calls, one per pool. Their statements have a time limit and end with the call. */
export type CallDatabases = Record<Exclude<PoolName, 'background'>, Kysely<Tables>>;

/** The pools of an embedded database share its only connection, so each reports that one. */
export interface PoolState {
  pool: PoolName;
  /** Open connections, idle ones included. */
  total: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** Options of pg-boss for job queues in the same database. */
export type JobOptions = ConstructorOptions & {
  /** Runs the statements of pg-boss, which otherwise uses a pool of its own. */
  executeSql?: JobDb['executeSql'];
};

export interface OpenPools {
  /** For commands, imports, migrations and background work. Their statements have no time limit. */
  db: Kysely<Tables>;
  calls: CallDatabases;
  jobs: JobOptions;
  pools(): PoolState[];
  close(): Promise<void>;
}

/** Time limits of the statements of tool calls, in milliseconds. */
export interface CallTimeouts {
  /** How long a statement may run on a PostgreSQL server. */
  statementMs: number;
  /** How long a statement may wait for a free connection, or for a new one. */
  acquireMs: number;
}

const statementMarginMs = 500;

/**
 * Derives the time limits from the timeout of a tool call, which comes before that of a statement. Waiting takes at most
 * half of it, so that a rejected call can be retried.
 */
export const callTimeouts = (toolTimeoutMs: number): CallTimeouts => ({
  statementMs: toolTimeoutMs + statementMarginMs,
  acquireMs: Math.ceil(toolTimeoutMs / 2),
});
