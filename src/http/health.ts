import { Hono } from 'hono';
import type { Logger } from 'pino';
import { isDiskFull } from '../infrastructure/storage/disk-full.ts';
import { untilAborted } from '../operation/until-aborted.ts';

type CheckResult = 'ready' | 'failing' | 'full';

export type Readiness = ReturnType<typeof createReadiness>;

const checkTimeoutMs = 2000;

/** Results are reused, so that frequent probes cause no load. */
const resultLifetimeMs = 1000;

const messages = {
  failing: 'not ready: the database or the remote platform fails',
  full: 'not ready: the disk is full',
};

interface ReadinessOptions {
  /** Rejects when tool calls would fail now, or when the disk is full. More than two seconds count as a failure. */
  check(signal: AbortSignal): Promise<void>;
  onSuccess?(): void;
  log: Logger;
}

export function createReadiness({ check, onSuccess, log }: ReadinessOptions) {
  let isDraining = false;
  let last: CheckResult = 'ready';
  let latest: { result: Promise<CheckResult>; expiresAt: number } | undefined;

  async function checkNow(): Promise<CheckResult> {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    try {
      await untilAborted(signal, () => check(signal));
      onSuccess?.();
      if (last !== 'ready') log.info('ready again');
      last = 'ready';
    } catch (error) {
      const now = isDiskFull(error) ? 'full' : 'failing';
      if (now !== last) log.warn({ err: error }, messages[now]);
      last = now;
    }
    return last;
  }

  function latestResult(): Promise<CheckResult> {
    if (latest && performance.now() < latest.expiresAt) return latest.result;
    const started = { result: checkNow(), expiresAt: Infinity };
    latest = started;
    void started.result.then(() => (started.expiresAt = performance.now() + resultLifetimeMs));
    return started.result;
  }

  return {
    async status(): Promise<CheckResult | 'draining'> {
      const status = isDraining ? 'draining' : await latestResult();
      return isDraining ? 'draining' : status;
    },
    drain: () => {
      isDraining = true;
    },
  };
}

/** A process is live when it responds, and ready when its `upstream` works too and the disk has space. */
export function createHealthRoutes({ readiness, upstream }: { readiness: Readiness; upstream: string }) {
  const routes = new Hono();
  routes.on('GET', ['/health', '/health/live'], (c) => c.json({ status: 'ok' }));
  routes.get('/health/ready', async (c) => {
    const status = await readiness.status();
    c.header('cache-control', 'no-store');
    if (status === 'failing') return c.json({ status, part: upstream }, 503);
    if (status === 'full') return c.json({ status: 'failing', part: 'storage' }, 503);
    return c.json({ status }, status === 'ready' ? 200 : 503);
  });
  return routes;
}
