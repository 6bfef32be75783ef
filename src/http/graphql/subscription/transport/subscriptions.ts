import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Telemetry } from '../../../../infrastructure/telemetry/telemetry.ts';
import { isErrorCode, isServerFault } from '../../../../tools/errors/error-codes.ts';
import { createCallerLimit } from './caller-limit.ts';
import { type EndOfResults, trackResults } from './tracked-results.ts';
import type { StreamRequest, StreamTransport } from '../../route-context.ts';
import { distinctCodes } from '../../errors/result-text.ts';

export interface StreamTimes {
  /** Interval of heartbeats, below the idle time-outs of proxies. */
  heartbeatMs: number;
  /** How long a client can take to receive an event. */
  stalledMs: number;
  /** How long a WebSocket can stay open without `connection_init`. */
  initMs: number;
}

const defaultTimes: StreamTimes = { heartbeatMs: 10_000, stalledMs: 30_000, initMs: 5_000 };

export interface StreamRecord {
  requestId: string;
  traceId: string | undefined;
  identifier: string;
  operation: string | undefined;
  socketId?: string | undefined;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

export interface SubscriptionOptions {
  limit: number;
  telemetry: Pick<Telemetry, 'metrics'>;
  log: Logger;
  times?: Partial<StreamTimes> | undefined;
}

const retryAfterMs = 1_000;

const retryLater = (code: 'OVERLOADED' | 'RATE_LIMITED', message: string) =>
  new GraphQLError(message, {
    extensions: { code, isRetryable: true, retryAt: new Date(Date.now() + retryAfterMs).toISOString() },
  });

/** Limited because a start costs as much as a query, and all subscribers of a crashed server start again elsewhere. */
const startsPerSecond = 100;
const maxStartDelayMs = 10_000;

/** Lets a hundred subscriptions start at once, then one every 10 milliseconds. */
function createStartQueue() {
  let nextAt = 0;
  return {
    /** Returns the milliseconds until the next free start; undefined if too many subscriptions wait to start. */
    reserve(): number | undefined {
      const now = performance.now();
      const startsAt = Math.max(nextAt, now - 1000) + 1000 / startsPerSecond;
      if (startsAt - now > maxStartDelayMs) return undefined;
      nextAt = startsAt;
      return Math.max(0, startsAt - now);
    },
  };
}

/** Admits, counts and logs the subscriptions of this process over all transports. */
export function createSubscriptions({ limit, telemetry, log, times: overrides }: SubscriptionOptions) {
  const { metrics } = telemetry;
  const places = createCallerLimit(limit);
  const starts = createStartQueue();
  const times = { ...defaultTimes, ...overrides };
  let isDraining = false;
  let running = 0;
  let idle = Promise.withResolvers<void>();

  function report(record: StreamRecord & { transport: StreamTransport }, end: EndOfResults, startedAt: number): void {
    const { reason, events, fault } = end;
    const errorCodes = end.errorCodes.size > 0 ? [...end.errorCodes].slice(0, maxLoggedCodes) : undefined;
    metrics.subscriptions.dec({ transport: record.transport });
    metrics.subscriptionsEnded.inc({ reason: reasonLabel(reason) });
    const level = fault === undefined ? (errorCodes?.some(isServerFault) ? 'warn' : 'info') : 'error';
    const durationMs = Math.round(performance.now() - startedAt);
    log[level]({ ...shortened(record), events, errorCodes, reason, err: fault, durationMs }, 'subscription ended');
  }

  return {
    times,
    pulse: createPulse(times.heartbeatMs),
    get isDraining() {
      return isDraining;
    },
    drain() {
      isDraining = true;
    },
    /** Admits a subscription of a caller. Waits while many others start. */
    async admit(identifier: string): Promise<{ release: () => void } | { error: GraphQLError }> {
      if (isDraining) return { error: retryLater('OVERLOADED', 'The server is shutting down. Subscribe again.') };
      const release = places.acquire(identifier);
      if (!release) {
        const message = `A caller may have ${limit} subscriptions at the same time. End one of them first.`;
        return { error: retryLater('RATE_LIMITED', message) };
      }
      const delayMs = starts.reserve();
      if (delayMs === undefined) {
        release();
        return { error: retryLater('OVERLOADED', 'Too many subscriptions are starting. Subscribe again.') };
      }
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return { release };
    },
    track(
      results: AsyncIterable<ExecutionResult>,
      { transport, record, onStart, release }: StreamRequest & { transport: StreamTransport; record: StreamRecord },
    ) {
      const startedAt = performance.now();
      running += 1;
      metrics.subscriptions.inc({ transport });
      onStart?.();
      return trackResults(results, {
        onEvent: () => metrics.subscriptionEvents.inc({ transport }),
        onEnd(end) {
          release?.();
          report({ ...record, transport }, end, startedAt);
          running -= 1;
          if (running > 0) return;
          idle.resolve();
          idle = Promise.withResolvers();
        },
      });
    },
    /** Logs and counts a subscription that did not start. Over HTTP, the access log does this. */
    reportRejection(record: StreamRecord, errors: readonly GraphQLError[]): void {
      const errorCodes = distinctCodes(errors);
      for (const code of errorCodes) metrics.errors.inc({ code: isErrorCode(code) ? code : 'OTHER' });
      const level = errorCodes.some(isServerFault) ? 'warn' : 'info';
      log[level]({ ...shortened(record), errorCodes: errorCodes.slice(0, maxLoggedCodes) }, 'subscription rejected');
    },
    whenIdle: async () => (running > 0 ? idle.promise : undefined),
  };
}

const maxLoggedCodes = 10;
const maxTextLength = 300;

/** Shortens the name of the operation, which the client chose. */
const shortened = <Record extends StreamRecord>(record: Record): Record => ({
  ...record,
  operation: record.operation?.slice(0, maxTextLength),
});

const ownReasons = new Set(['completed', 'client', 'stalled']);

const reasonLabel = (reason: string) => (ownReasons.has(reason) || isErrorCode(reason) ? reason : 'OTHER');

/** A timer that all streams of the process share: a timer per stream would cost memory and wake-ups. */
function createPulse(intervalMs: number) {
  const beats = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Calls `beat` at every interval, until the returned function is called. */
    add(beat: () => void): () => void {
      beats.add(beat);
      timer ??= setInterval(() => {
        for (const each of beats) each();
      }, intervalMs).unref();
      return () => {
        beats.delete(beat);
        if (beats.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
