import { setTimeout } from 'node:timers/promises';
import { createFairQueue, type QueuedTask } from '../../../infrastructure/fairness/fair-queue.ts';
import { sqlState } from '../sql-state.ts';

/** SQLSTATE: the server, the database or the role has reached its maximum of connections. */
const tooManyConnections = '53300';

const retryMs = 200;

export const isRefused = (error: unknown): boolean => sqlState(error) === tooManyConnections;

/** The pool that connects. Its members are omitted for connections without a pool. */
interface RefusedPool {
  hasIdle?: () => boolean;
  onRefused?: () => void;
}

export type RefusedConnections = ReturnType<typeof createRefusedConnections>;

export function createRefusedConnections({ hasIdle, onRefused }: RefusedPool = {}) {
  const line = createFairQueue({ maxRunning: 1 });
  let idle = Promise.withResolvers<void>();
  /** A refusal costs the server a process, so new requests are delayed until this time. */
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

  return {
    get isRefusing(): boolean {
      return line.running > 0;
    },
    /** Requests take turns. @throws the server's refusal after `timeoutMs`, QueueError, or the signal's reason */
    async connect<Connection>(
      connect: () => Promise<Connection>,
      { signal, timeoutMs }: Pick<QueuedTask, 'signal' | 'timeoutMs'> = {},
    ): Promise<Connection> {
      const endsAt = performance.now() + (timeoutMs ?? Infinity);
      if (line.running === 0) {
        try {
          return await attempt(connect);
        } catch (error) {
          if (!isRefused(error)) throw error;
        }
      }
      return line.run({ key: '', signal, timeoutMs }, async () => {
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
      });
    },
    reportIdle(): void {
      idle.resolve();
      idle = Promise.withResolvers();
    },
  };
}
