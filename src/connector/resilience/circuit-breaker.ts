import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  CountBreaker,
  DelegateBackoff,
  handleWhenResult,
} from 'cockatiel';
import type { Logger } from 'pino';
import type { ProblemCode } from '../../tools/errors/error-codes.ts';
import { ToolError } from '../tool-error.ts';
import { RejectedCallError } from './rejected-call-error.ts';
import type { BreakerSettings } from './settings.ts';

export interface CircuitBreakerOptions {
  connectionName: string;
  settings: BreakerSettings;
  log: Logger;
}

type Outcome<Result> = { result: Result } | { error: unknown };

async function outcomeOf<Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Outcome<Result>> {
  try {
    return { result: await attempt(signal) };
  } catch (error) {
    // Throw, so that the call is not counted: a call that its caller aborted says nothing about the service.
    if (signal.aborted) throw error;
    return { error };
  }
}

const failureCodes = new Set<ProblemCode>(['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_ERROR']);

/** Whether an error counts as a failure. Rejections do not: a service that rejects a call works. */
const isFailure = (error: unknown) => !(error instanceof ToolError) || failureCodes.has(error.code);

/**
 * Stops sending calls over a connection that keeps failing; after a delay, one call is sent as a probe. The failure
 * rate covers a number of recent calls, not a time, so that a service with few callers is protected as well.
 * @throws ToolError `UPSTREAM_UNAVAILABLE` for a call that is not sent; `retryAfterMs` is the time until the next probe
 */
export function createCircuitBreaker({ connectionName, settings, log }: CircuitBreakerOptions) {
  const { window, minimumCalls, failureRate, initialProbeDelayMs, maxProbeDelayMs } = settings;
  let probeAt = 0;
  /** The error of the last failed call, which is logged when the breaker opens. */
  let lastFailure: unknown;
  const policy = circuitBreaker(
    handleWhenResult(
      (outcome) => typeof outcome === 'object' && outcome !== null && 'error' in outcome && isFailure(outcome.error),
    ),
    {
      breaker: new CountBreaker({
        size: window,
        minimumNumberOfCalls: minimumCalls,
        // Subtract epsilon: the library opens only above its threshold, but the breaker must open at `failureRate`.
        threshold: failureRate - Number.EPSILON,
      }),
      halfOpenAfter: new DelegateBackoff(({ attempt }) => {
        const delay = Math.min(maxProbeDelayMs, initialProbeDelayMs * 2 ** (attempt - 1));
        probeAt = Date.now() + delay;
        return delay;
      }),
    },
  );
  /** Number of state changes of the breaker so far. */
  let period = 0;
  policy.onStateChange((state) => {
    period += 1;
    logState(state);
  });

  return async <Result>(
    { tool, signal }: { tool: string; signal: AbortSignal },
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const isProbe = policy.state === CircuitState.Open && Date.now() >= probeAt;
    if (policy.state !== CircuitState.Closed && !isProbe) throw rejection(tool);
    // A probe continues even if its caller aborts, because its outcome matters to all callers.
    const outcome = isProbe
      ? await count(() => outcomeOf(attempt, new AbortController().signal), tool)
      : await outcomeInPeriod(() => outcomeOf(attempt, signal), tool);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  };

  /**
   * Sends a call, and counts its outcome only if the breaker's state has not changed since the start of the call: once
   * the breaker has opened, only a probe counts.
   */
  async function outcomeInPeriod<Result>(send: () => Promise<Outcome<Result>>, tool: string) {
    const begun = period;
    const outcome = await send();
    return begun === period ? count(async () => outcome, tool) : outcome;
  }

  async function count<Result>(send: () => Promise<Outcome<Result>>, tool: string): Promise<Outcome<Result>> {
    try {
      return await policy.execute(async () => {
        const outcome = await send();
        if ('error' in outcome && isFailure(outcome.error)) lastFailure = outcome.error;
        return outcome;
      });
    } catch (error) {
      throw error instanceof BrokenCircuitError ? rejection(tool) : error;
    }
  }

  function rejection(tool: string) {
    const isProbing = policy.state === CircuitState.HalfOpen;
    return new RejectedCallError({
      code: 'UPSTREAM_UNAVAILABLE',
      message: `${tool} was not called: its connection keeps failing, so calls are paused for a while.`,
      tool,
      retryAfterMs: isProbing ? initialProbeDelayMs : Math.max(1, probeAt - Date.now()),
    });
  }

  function logState(state: CircuitState) {
    if (state === CircuitState.Open) {
      log.warn(
        { connectionName, probeInMs: probeAt - Date.now(), reason: reasonOf(lastFailure) },
        'a connection keeps failing: its calls are paused',
      );
    } else if (state === CircuitState.HalfOpen) {
      log.info({ connectionName }, 'probing a paused connection');
    } else {
      log.info({ connectionName }, 'a paused connection works again');
    }
  }
}

/** Joins the messages of an error and its causes. */
function reasonOf(failure: unknown): string {
  const reasons: string[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) reasons.push(error.message);
  return reasons.join(' ');
}
