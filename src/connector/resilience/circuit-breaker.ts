import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  CountBreaker,
  DelegateBackoff,
  handleWhenResult,
} from 'cockatiel';
import type { Logger } from 'pino';
import type { ProblemCode } from '../../tools/error-codes.ts';
import { ToolError } from '../tool-error.ts';
import type { BreakerSettings } from './settings.ts';

export interface CircuitBreakerOptions {
  connectionName: string;
  settings: BreakerSettings;
  log: Logger;
}

type Outcome<Answer> = { answer: Answer } | { error: unknown };

async function outcomeOf<Answer>(
  attempt: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Outcome<Answer>> {
  try {
    return { answer: await attempt(signal) };
  } catch (error) {
    // That a caller went away tells nothing of the service.
    if (signal.aborted) throw error;
    return { error };
  }
}

/** A refusal is an answer: the service is there. */
const isFailure = (error: unknown) => !(error instanceof ToolError) || failureCodes.has(error.code);

const failureCodes = new Set<ProblemCode>(['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_ERROR']);

/** Whether a call was not sent because its connection had failed too often before. */
export const isRefusedByBreaker = (error: unknown): boolean =>
  error instanceof ToolError && error.cause instanceof BrokenCircuitError;

/**
 * Sends nothing over a connection that keeps failing; after a while one call probes it.
 * The latest calls are counted, whenever they were: a service with few callers is spared as one with many is.
 * @throws ToolError `UPSTREAM_UNAVAILABLE` for a call that is not sent, with the time to the next probe
 */
export function createCircuitBreaker({ connectionName, settings, log }: CircuitBreakerOptions) {
  const { window, minimumCalls, failureRate, firstProbeMs, longestProbeMs } = settings;
  let probeAt = 0;
  /** For whoever reads the log: what the breaker opened for. */
  let lastFailure: unknown;
  const policy = circuitBreaker(
    handleWhenResult(
      (outcome) => typeof outcome === 'object' && outcome !== null && 'error' in outcome && isFailure(outcome.error),
    ),
    {
      breaker: new CountBreaker({
        size: window,
        minimumNumberOfCalls: minimumCalls,
        // The policy asks for more than its threshold.
        threshold: failureRate - Number.EPSILON,
      }),
      halfOpenAfter: new DelegateBackoff(({ attempt }) => {
        const delay = Math.min(longestProbeMs, firstProbeMs * 2 ** (attempt - 1));
        probeAt = Date.now() + delay;
        return delay;
      }),
    },
  );
  /** Goes up whenever the state changes. */
  let period = 0;
  policy.onStateChange((state) => {
    period += 1;
    logState(state);
  });

  return async <Answer>(
    { tool, signal }: { tool: string; signal: AbortSignal },
    attempt: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> => {
    const isProbe = policy.state === CircuitState.Open && Date.now() >= probeAt;
    if (policy.state !== CircuitState.Closed && !isProbe) throw refusal(tool);
    // Whoever sends the probe may leave; it goes on, for what it finds out concerns everybody.
    const outcome = isProbe
      ? await count(() => outcomeOf(attempt, new AbortController().signal), tool)
      : await outcomeInPeriod(() => outcomeOf(attempt, signal), tool);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  };

  /** What a call of an earlier period comes to tells nothing of this one: only the probe does. */
  async function outcomeInPeriod<Answer>(send: () => Promise<Outcome<Answer>>, tool: string) {
    const begun = period;
    const outcome = await send();
    return begun === period ? count(async () => outcome, tool) : outcome;
  }

  async function count<Answer>(send: () => Promise<Outcome<Answer>>, tool: string): Promise<Outcome<Answer>> {
    try {
      return await policy.execute(async () => {
        const outcome = await send();
        if ('error' in outcome && isFailure(outcome.error)) lastFailure = outcome.error;
        return outcome;
      });
    } catch (error) {
      throw error instanceof BrokenCircuitError ? refusal(tool) : error;
    }
  }

  function refusal(tool: string) {
    const retryAfterMs = policy.state === CircuitState.HalfOpen ? firstProbeMs : Math.max(1, probeAt - Date.now());
    return new ToolError({
      code: 'UPSTREAM_UNAVAILABLE',
      message: `${tool} was not called: its connection keeps failing and is left alone for a while.`,
      tool,
      retryAfterMs,
      neverArrived: true,
      cause: new BrokenCircuitError(),
    });
  }

  function logState(state: CircuitState) {
    if (state === CircuitState.Open) {
      log.warn(
        { connectionName, probeInMs: probeAt - Date.now(), reason: reasonOf(lastFailure) },
        'a connection keeps failing: calls are held back',
      );
    } else if (state === CircuitState.HalfOpen) {
      log.info({ connectionName }, 'a connection that kept failing is probed');
    } else {
      log.info({ connectionName }, 'a connection answers again');
    }
  }
}

/** What a failure says, and what was behind it, in one line. */
function reasonOf(failure: unknown): string {
  const reasons: string[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) reasons.push(error.message);
  return reasons.join(' ');
}
