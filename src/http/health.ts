import { Hono } from 'hono';
import type { Logger } from 'pino';
import { untilAborted } from '../operation/promises.ts';

const checkTimeoutMs = 2000;

/** Results are reused, so that frequent probes cause no load. */
const resultLifetimeMs = 1000;

type Check = (signal: AbortSignal) => Promise<void>;

interface ReadinessOptions {
  /** Checks of dependencies of the process, by name. A check fails if it rejects or takes more than two seconds. */
  parts: Record<string, Check>;
  /** With `{ databaseStorage: 'database' }`, `databaseStorage` is not reported while the check of `database` fails. */
  dependencies?: Record<string, string>;
  /** The part without which the process can serve nothing. */
  needed?: string | undefined;
  isOverloaded: () => boolean;
  log: Logger;
}

export type Readiness = ReturnType<typeof createReadiness>;

export function createReadiness({ parts, dependencies = {}, needed, isOverloaded, log }: ReadinessOptions) {
  const checks = new Map(Object.entries(parts).map(([part, check]) => [part, cachedCheck(part, { check, log })]));
  let firstResults: Promise<unknown> | undefined;
  let isDraining = false;

  async function checkParts() {
    const works = async (part: string) => (await checks.get(part)?.()) ?? true;
    const results = [...checks.keys()].map(async (part) => {
      const dependency = dependencies[part];
      if (dependency !== undefined && !(await works(dependency))) return [];
      return [[part, (await works(part)) ? 'ok' : 'failing'] as const];
    });
    return Object.fromEntries((await Promise.all(results)).flat());
  }

  return {
    checkParts,
    /** A graph node stays ready if a remote platform fails: otherwise, all nodes would leave the balancer at once. */
    async status() {
      if (isDraining) return { status: 'draining' } as const;
      // Wait for the first results: the check of a remote platform also reads its clock, which the graph follows.
      await (firstResults ??= checkParts());
      if (isOverloaded()) return { status: 'overloaded' } as const;
      const isFailing = needed !== undefined && (await checks.get(needed)?.()) === false;
      return isFailing ? ({ status: 'failing', part: needed } as const) : ({ status: 'ready' } as const);
    },
    drain: () => {
      isDraining = true;
    },
  };
}

function cachedCheck(part: string, { check, log }: { check: Check; log: Logger }): () => Promise<boolean> {
  let works = true;
  let latest: { result: Promise<boolean>; expiresAt: number } | undefined;

  async function checkNow(): Promise<boolean> {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    try {
      await untilAborted(signal, () => check(signal));
      if (!works) log.info({ part }, 'a health check succeeds again');
      works = true;
    } catch (err) {
      if (works) log.warn({ part, err }, 'a health check fails');
      works = false;
    }
    return works;
  }

  return () => {
    if (latest && performance.now() < latest.expiresAt) return latest.result;
    const started = { result: checkNow(), expiresAt: Infinity };
    latest = started;
    void started.result.then(() => (started.expiresAt = performance.now() + resultLifetimeMs));
    return started.result;
  };
}

const livenessPaths = ['/health', '/health/live'];

const alive = () => Response.json({ status: 'ok' });

/** A process is live when it responds, and ready when it can serve; `?deep=1` also reports each part. */
export function createHealthRoutes(readiness: Readiness) {
  const routes = new Hono();
  routes.on('GET', livenessPaths, () => alive());
  routes.get('/health/ready', async (c) => {
    const state = await readiness.status();
    c.header('cache-control', 'no-store');
    if (c.req.query('deep') === undefined) return c.json(state, state.status === 'ready' ? 200 : 503);
    const parts = await readiness.checkParts();
    const works = state.status === 'ready' && Object.values(parts).every((result) => result === 'ok');
    return c.json({ ...state, parts }, works ? 200 : 503);
  });
  return routes;
}

/** Responds to probes until the process has started: it is live but not ready. */
export const respondWhileStarting = (request: Request): Response =>
  request.method === 'GET' && livenessPaths.includes(new URL(request.url).pathname)
    ? alive()
    : Response.json(
        { status: 'starting' },
        { status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } },
      );
