import { Hono } from 'hono';
import type { Logger } from 'pino';
import { untilAborted } from '../connector/until-aborted.ts';

/** Tracks whether this server process should receive requests. */
export interface Readiness {
  status(): Promise<'ready' | 'failing' | 'draining'>;
  /** Makes `status` return `draining` from now on. */
  drain(): void;
}

const checkTimeoutMs = 2000;

/** How long the result of a check is reused, so that frequent probes cause no load. */
const resultLifetimeMs = 1000;

export interface ReadinessOptions {
  /** Rejects when tool calls would fail now. If it takes longer than two seconds, it counts as failed. */
  check(signal: AbortSignal): Promise<void>;
  /** Called after each successful check. */
  onSuccess?(): void;
  log: Logger;
}

/** Creates the readiness of this process, which is ready while `check` succeeds. */
export function createReadiness({ check, onSuccess, log }: ReadinessOptions): Readiness {
  let isDraining = false;
  let wasReady = true;
  let latest: { result: Promise<boolean>; expiresAt: number } | undefined;

  async function isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    try {
      await untilAborted(signal, () => check(signal));
      onSuccess?.();
      if (!wasReady) log.info('ready again');
      wasReady = true;
    } catch (error) {
      if (wasReady) log.warn({ err: error }, 'not ready: the database or the remote platform fails');
      wasReady = false;
    }
    return wasReady;
  }

  function latestResult(): Promise<boolean> {
    if (latest && performance.now() < latest.expiresAt) return latest.result;
    const started = { result: isReady(), expiresAt: Infinity };
    latest = started;
    void started.result.then(() => (started.expiresAt = performance.now() + resultLifetimeMs));
    return started.result;
  }

  return {
    async status() {
      const isUp = !isDraining && (await latestResult());
      if (isDraining) return 'draining';
      return isUp ? 'ready' : 'failing';
    },
    drain: () => {
      isDraining = true;
    },
  };
}

/**
 * Creates the routes for health probes. A process is live when it responds, and ready when its upstream (the database
 * or the remote platform) works too.
 * @param options.upstream name of the upstream, which the response contains when the upstream fails
 */
export function createHealthRoutes({ readiness, upstream }: { readiness: Readiness; upstream: string }) {
  const routes = new Hono();
  routes.on('GET', ['/health', '/health/live'], (c) => c.json({ status: 'ok' }));
  routes.get('/health/ready', async (c) => {
    const status = await readiness.status();
    c.header('cache-control', 'no-store');
    return status === 'failing'
      ? c.json({ status, part: upstream }, 503)
      : c.json({ status }, status === 'ready' ? 200 : 503);
  });
  return routes;
}
