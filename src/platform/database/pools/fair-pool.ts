import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import type { Tables } from '../tables/tables.ts';
import { type CallContext, currentCall } from './call-context.ts';
import { noConnectionError, statementError } from './call-errors.ts';
import type { CallDatabases } from './pool.ts';

/** A session of the database, for one statement or transaction at a time. Results have the form of the driver `pg`. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<{ rows: object[]; command: string; rowCount: number | null }>;
  /** Ends the running statement, if the database can. The signal is aborted when it has ended. Must not reject. */
  cancel?: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  release(): void;
}

interface FairPoolOptions {
  /** @param endsAt when to give up, on the clock of `performance` */
  connect: (endsAt: number, signal?: AbortSignal) => Promise<Session>;
  /** Maximum number of sessions. If all are busy, accounts take turns: one account can have 100 waiting statements. */
  maxRunning: number;
  /** Maximum time to wait for a session. Omitted for background work, which outlives the tool call that started it. */
  acquireMs?: number;
}

/**
 * Opens the databases of tool calls. An aborted tool call leaves the queue, runs no further statement and commits
 * nothing.
 */
export function openCallDatabases(options: FairPoolOptions & { acquireMs: number }) {
  const callers = openFairPool(options);
  const talent = openFairPool(options, { isService: true });
  const convo = openFairPool(options, { isService: true });
  const databases: CallDatabases = { callers: callers.db, talent: talent.db, convo: convo.db };
  return { databases, waiting: () => callers.waiting() + talent.waiting() + convo.waiting() };
}

interface Waiter {
  signal?: AbortSignal | undefined;
  account?: string | undefined;
}

/** Opens a pool for one purpose, such as the calls of one service, with its own fair queue. */
export function openFairPool({ connect, maxRunning, acquireMs }: FairPoolOptions, { isService = false } = {}) {
  const turns = createFairQueue({ maxRunning });
  let waiting = 0;

  async function acquire(call?: Waiter): Promise<Session> {
    const signal = call?.signal;
    const endsAt = performance.now() + (acquireMs ?? Infinity);
    waiting += 1;
    try {
      const endTurn = await turns.acquire({ key: call?.account ?? '', signal, timeoutMs: acquireMs });
      const session = await connect(endsAt, signal).catch((error: unknown) => {
        endTurn();
        throw error;
      });
      return { ...session, release: () => (session.release(), endTurn()) };
    } finally {
      waiting -= 1;
    }
  }

  async function acquireForCall(): Promise<Session> {
    const call = currentCall();
    const session = await acquire(call).catch((error: unknown) => {
      throw call?.signal.aborted ? error : noConnectionError(error, call);
    });
    if (call && isService) call.hasBegun = true;
    return { ...session, query: (text, values) => runForCall(call, session, [text, values]) };
  }

  const pool = {
    options: {},
    // `Object.create` returns `any`, so it casts: sessions lack cursors, which Kysely uses only for streams.
    connect: async (): Promise<PostgresPoolClient> =>
      Object.create(await (acquireMs === undefined ? acquire() : acquireForCall())),
    end: async () => {},
  };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    acquire,
    /** Number of statements and transactions that wait for a session. */
    waiting: () => waiting,
  };
}

async function runForCall(
  call: CallContext | undefined,
  session: Session,
  statement: Parameters<Session['query']>,
): ReturnType<Session['query']> {
  const signal = call?.signal;
  if (statement[0] !== 'rollback') signal?.throwIfAborted();
  const ended = new AbortController();
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = session.cancel?.(ended.signal);
  };
  signal?.addEventListener('abort', cancel);
  try {
    return await session.query(...statement);
  } catch (error) {
    throw statementError(error, call);
  } finally {
    signal?.removeEventListener('abort', cancel);
    ended.abort();
    // The request to cancel could otherwise hit the next statement of the session.
    await cancelling;
  }
}
