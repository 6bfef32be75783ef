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

/** The pools for tool calls: statements have a time limit and end with the call. */
export type CallDatabases = Record<Exclude<PoolName, 'background'>, Kysely<Tables>>;

/** The pools of an embedded database share its only connection, so each reports that one. */
export interface PoolState {
  pool: PoolName;
  /** Includes idle connections. */
  total: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

export type JobOptions = ConstructorOptions & {
  /** pg-boss would otherwise open a pool of its own. */
  executeSql?: JobDb['executeSql'];
};

export interface OpenPools {
  /** Statements have no time limit. */
  db: Kysely<Tables>;
  calls: CallDatabases;
  jobs: JobOptions;
  pools(): PoolState[];
  close(): Promise<void>;
}

/** In milliseconds. */
export interface CallTimeouts {
  statementMs: number;
  acquireMs: number;
}

const statementMarginMs = 500;

/**
 * The timeout of a call ends before that of its statements. Waiting for a connection takes at most half of the time,
 * which leaves time for a retry.
 */
export const callTimeouts = (toolTimeoutMs: number): CallTimeouts => ({
  statementMs: toolTimeoutMs + statementMarginMs,
  acquireMs: Math.ceil(toolTimeoutMs / 2),
});
