import { Hono } from 'hono';
import type { Logger } from 'pino';

/** Whether this node should get requests. */
export interface Readiness {
  ask(): Promise<'ready' | 'failing' | 'draining'>;
  /** From now on it should not. */
  drain(): void;
}

/** How long what stands behind the graph may take to say that it is well. */
const checkMs = 2000;

/** How long an answer serves all who ask, so that probes never become a load. */
const sharedMs = 1000;

/** @param check rejects when tool calls cannot be answered now; one that takes too long counts as failed */
export function createReadiness({ check, log }: { check(signal: AbortSignal): Promise<void>; log: Logger }): Readiness {
  let isDraining = false;
  let wasReady = true;
  let latest: { answer: Promise<boolean>; until: number } | undefined;

  async function askUpstream(): Promise<boolean> {
    const signal = AbortSignal.timeout(checkMs);
    try {
      await Promise.race([check(signal), whenAborted(signal)]);
      if (!wasReady) log.info('ready again');
      wasReady = true;
    } catch (error) {
      if (wasReady) log.warn({ err: error }, 'not ready: what stands behind the graph does not answer');
      wasReady = false;
    }
    return wasReady;
  }

  function shared(): Promise<boolean> {
    if (latest && performance.now() < latest.until) return latest.answer;
    const begun = { answer: askUpstream(), until: Infinity };
    latest = begun;
    void begun.answer.then(() => (begun.until = performance.now() + sharedMs));
    return begun.answer;
  }

  return {
    async ask() {
      const isReady = !isDraining && (await shared());
      if (isDraining) return 'draining';
      return isReady ? 'ready' : 'failing';
    },
    drain: () => {
      isDraining = true;
    },
  };
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * Probes. Alive is a process that answers; ready one that also gets answers from `upstream`, the name of what stands
 * behind it.
 */
export function createHealthRoutes({ readiness, upstream }: { readiness: Readiness; upstream: string }) {
  const routes = new Hono();
  routes.on('GET', ['/health', '/health/live'], (c) => c.json({ status: 'ok' }));
  routes.get('/health/ready', async (c) => {
    const status = await readiness.ask();
    c.header('cache-control', 'no-store');
    return status === 'failing'
      ? c.json({ status, part: upstream }, 503)
      : c.json({ status }, status === 'ready' ? 200 : 503);
  });
  return routes;
}
