import type { Kysely } from 'kysely';
import type { ConstructorOptions, Db as JobDb } from 'pg-boss';
import type { Tables } from '../tables/tables.ts';

/** `calls` is for tool calls, `background` for processing, clean-up, job queues, imports, commands and migrations. */
export type PoolName = 'calls' | 'background';

/**
 * Statements in the pool for calls have a time limit and end with their call. Slow statements of one service leave
 * connections for the other service and for `callers`, which reads the connections, accounts, clients and keys that
 * every call needs first.
 */
export type CallDatabases = Record<'callers' | 'talent' | 'convo', Kysely<Tables>>;

/** The connections of a pool. The pools of an embedded database share its only connection, and each reports it. */
export interface PoolState {
  pool: PoolName;
  /** Number of open connections, including idle ones. */
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
  /** For background work; statements have no time limit. */
  db: Kysely<Tables>;
  calls: CallDatabases;
  jobs: JobOptions;
  pools(): PoolState[];
  /** Rejects if the disk has no space for changes. */
  checkSpace(): Promise<void>;
  close(): Promise<void>;
}

/** Time limits of a tool call, in milliseconds. */
export interface CallTimeouts {
  statementMs: number;
  acquireMs: number;
}

const statementMarginMs = 500;

/**
 * A call times out before its statements do. Waiting for a connection takes at most half of the time, which leaves time
 * for a retry.
 */
export const callTimeouts = (toolTimeoutMs: number): CallTimeouts => ({
  statementMs: toolTimeoutMs + statementMarginMs,
  acquireMs: Math.ceil(toolTimeoutMs / 2),
});
