import type { MiddlewareHandler } from 'hono';
import type { AccessLogVariables } from './access-log.ts';
import { errorCodes } from '../../tools/errors/error-codes.ts';
import { type FailureResponse, restPaths } from '../../tools/rest-protocol.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';
import { RequestError } from './error-response.ts';

/** A sample is the lag of the event loop: how late a timer of this interval fires. */
const sampleMs = 100;

/** Consecutive high samples that count as an overload; one long pause, such as a migration, is a single sample. */
export const samplesToShed = 3;

/** Lag from which a sample is high. A healthy process stays far below. */
export const highLagMs = 500;

/** Lag below which an overload ends. */
export const lowLagMs = 250;

export function createOverloadDetector() {
  let highSamples = 0;
  let isOverloaded = false;
  return {
    add(lagMs: number): void {
      highSamples = lagMs > highLagMs ? highSamples + 1 : 0;
      if (highSamples >= samplesToShed) isOverloaded = true;
      else if (lagMs < lowLagMs) isOverloaded = false;
    },
    get isOverloaded() {
      return isOverloaded;
    },
  };
}

let processDetector: ReturnType<typeof createOverloadDetector> | undefined;

/** Starts its own sampling on the first call, because the histogram of the metrics restarts with every scrape. */
export function isProcessOverloaded(): boolean {
  processDetector ??= startSampling();
  return processDetector.isOverloaded;
}

function startSampling() {
  const detector = createOverloadDetector();
  let expectedAt = performance.now() + sampleMs;
  setInterval(() => {
    const now = performance.now();
    detector.add(now - expectedAt);
    expectedAt = now + sampleMs;
  }, sampleMs).unref();
  return detector;
}

const retryAfterMs = 1000;
const message = 'The server is overloaded. Retry in a moment.';
const headers = { 'retry-after': formatRetryAfter(retryAfterMs) };
const restRoutes: ReadonlySet<string> = new Set(Object.values(restPaths));

export const overloaded = () =>
  new RequestError({ code: 'OVERLOADED', message, headers, extensions: { isRetryable: true } });

/**
 * Rejects requests while the process is overloaded. Must not apply to probes and metrics, which have to show the
 * overload, nor to the graph, whose protocols have formats of their own.
 */
export function shedLoad(isOverloaded: () => boolean): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    if (!isOverloaded()) return next();
    if (!restRoutes.has(c.req.path)) throw overloaded();
    const body: FailureResponse = { error: { code: 'OVERLOADED', message, retry_after_ms: retryAfterMs } };
    c.var.logEntry.code = 'OVERLOADED';
    return c.json(body, errorCodes.OVERLOADED.status, headers);
  };
}
