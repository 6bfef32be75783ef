import { setTimeout } from 'node:timers/promises';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { sqlState } from '../sql-state.ts';

/** Too many for the server, the database or the role. */
const tooManyConnections = '53300';

const retryMs = 200;

export const isRefused = (error: unknown): boolean => sqlState(error) === tooManyConnections;

interface ConnectionWait {
  signal?: AbortSignal | undefined;
  /** Maximum waiting time in milliseconds; unlimited by default. */
  timeoutMs?: number | undefined;
}

/** Omitted for connections without a pool. */
interface RefusedPool {
  /** Whether a connection is idle, so that no new one is needed. */
  hasIdle?: () => boolean;
  onRefused?: () => void;
}

export type RefusedConnections = ReturnType<typeof createRefusedConnections>;

/** Makes requests for connections of a pool wait while the server refuses new ones. */
export function createRefusedConnections({ hasIdle, onRefused }: RefusedPool = {}) {
  const line = createFairQueue({ maxRunning: 1 });
  let idle = Promise.withResolvers<void>();
  /** When to request a new connection again, because a refusal costs the server a process. */
  let retryAt = 0;

  async function attempt<Connection>(connect: () => Promise<Connection>): Promise<Connection> {
    try {
      return await connect();
    } catch (error) {
      if (isRefused(error)) {
        retryAt = performance.now() + retryMs;
        onRefused?.();
      }
      throw error;
    }
  }

  async function retry<Connection>(
    connect: () => Promise<Connection>,
    { signal, timeoutMs = Infinity }: ConnectionWait,
  ) {
    const endsAt = performance.now() + timeoutMs;
    for (;;) {
      signal?.throwIfAborted();
      const delayMs = Math.min(retryAt, endsAt) - performance.now();
      if (!hasIdle?.() && delayMs > 0) {
        await Promise.race([idle.promise, setTimeout(delayMs, undefined, signal && { signal }).catch(() => {})]);
        continue;
      }
      try {
        return await attempt(connect);
      } catch (error) {
        if (!isRefused(error) || performance.now() >= endsAt) throw error;
      }
    }
  }

  return {
    /** Whether requests are waiting. */
    get isRefusing(): boolean {
      return line.running > 0;
    },
    /**
     * Opens a connection, or takes one of the pool. If the server has too many, waits until the pool has an idle one or
     * the server accepts a new one; requests take turns in the order of their arrival.
     * @throws the server's refusal after `timeoutMs`, QueueError, or the signal's reason
     */
    async connect<Connection>(connect: () => Promise<Connection>, wait: ConnectionWait): Promise<Connection> {
      const startedAt = performance.now();
      if (line.running === 0) {
        try {
          return await attempt(connect);
        } catch (error) {
          if (!isRefused(error)) throw error;
        }
      }
      return line.run({ key: '', ...wait }, () => {
        const timeoutMs = wait.timeoutMs && Math.max(0, startedAt + wait.timeoutMs - performance.now());
        return retry(connect, { ...wait, timeoutMs });
      });
    },
    /** Reports that a connection of the pool has become idle. */
    reportIdle(): void {
      idle.resolve();
      idle = Promise.withResolvers();
    },
  };
}
