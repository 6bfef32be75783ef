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
    // A call that its caller aborted says nothing about the service.
    if (signal.aborted) throw error;
    return { error };
  }
}

const failureCodes = new Set<ProblemCode>(['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_ERROR']);

/** Rejections do not count: a service that rejects a call works. */
const isFailure = (error: unknown) => !(error instanceof ToolError) || failureCodes.has(error.code);

/** Whether the circuit breaker rejected the call, which was therefore not sent. */
export const isRejectedByBreaker = (error: unknown): boolean =>
  error instanceof ToolError && error.cause instanceof BrokenCircuitError;

/**
 * Stops sending over a connection that keeps failing; after a delay one call probes it. The window counts calls, not
 * seconds, so that a service with few callers is protected as well.
 * @throws ToolError `UPSTREAM_UNAVAILABLE` for a call that is not sent, with the time until the next probe
 */
export function createCircuitBreaker({ connectionName, settings, log }: CircuitBreakerOptions) {
  const { window, minimumCalls, failureRate, initialProbeDelayMs, maxProbeDelayMs } = settings;
  let probeAt = 0;
  /** Logged when the breaker opens. */
  let lastFailure: unknown;
  const policy = circuitBreaker(
    handleWhenResult(
      (outcome) => typeof outcome === 'object' && outcome !== null && 'error' in outcome && isFailure(outcome.error),
    ),
    {
      breaker: new CountBreaker({
        size: window,
        minimumNumberOfCalls: minimumCalls,
        // The library's breaker opens above its threshold, ours at it.
        threshold: failureRate - Number.EPSILON,
      }),
      halfOpenAfter: new DelegateBackoff(({ attempt }) => {
        const delay = Math.min(maxProbeDelayMs, initialProbeDelayMs * 2 ** (attempt - 1));
        probeAt = Date.now() + delay;
        return delay;
      }),
    },
  );
  /** Incremented with every change of state. */
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
   * Counts a call only if the state has not changed since it began: once the breaker has opened, only a probe counts.
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
    return new ToolError({
      code: 'UPSTREAM_UNAVAILABLE',
      message: `${tool} was not called: its connection keeps failing, so calls are paused for a while.`,
      tool,
      retryAfterMs: isProbing ? initialProbeDelayMs : Math.max(1, probeAt - Date.now()),
      neverArrived: true,
      cause: new BrokenCircuitError(),
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

/** The messages of an error and its causes. */
function reasonOf(failure: unknown): string {
  const reasons: string[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) reasons.push(error.message);
  return reasons.join(' ');
}
