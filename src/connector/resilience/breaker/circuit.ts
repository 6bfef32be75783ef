import type { ProblemCode } from '../../../tools/errors/error-codes.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';

export type CircuitState = 'closed' | 'open' | 'half-open';

const initialProbeDelayMs = 1_000;
const maxProbeDelayMs = 30_000;

/** The state of a circuit breaker, and the delay before its next probe. */
export class Circuit {
  state: CircuitState = 'closed';
  /** Number of changes of state so far. Callers ignore the outcome of a call that was sent before the last change. */
  period = 0;
  /** How often the circuit has opened since a call last confirmed that it may close; the breakers reset it. */
  openings = 0;
  #probeAt = 0;

  msUntilProbe(): number {
    // The end of a probe in flight cannot be predicted; the initial delay is a guess.
    return this.state === 'half-open' ? initialProbeDelayMs : Math.max(0, this.#probeAt - Date.now());
  }

  /** Opens the circuit. The delay before the probe doubles each time until a call confirms that it may close. */
  open(): void {
    this.#probeAt = Date.now() + Math.min(maxProbeDelayMs, initialProbeDelayMs * 2 ** this.openings);
    this.openings += 1;
    this.change('open');
  }

  endDelay(): void {
    this.#probeAt = Date.now();
  }

  /** The delay until the next probe stays. */
  change(state: CircuitState): void {
    this.state = state;
    this.period += 1;
  }
}

/**
 * What the outcome of a call says about its service:
 * - `works`: the call returned a result or was rejected. A service that rejects a call, or is only busy, works.
 * - `failed`: the platform responded, but the service failed. The caller's own data may be the reason.
 * - `timed out`: nothing came back in time. The caller's own data may be the reason, or the connection.
 * - `unreachable`: the call did not get through. The connection is the reason.
 */
export type CallOutcome = 'works' | 'failed' | 'timed out' | 'unreachable';

const outcomeByCode: Partial<Record<ProblemCode, CallOutcome>> = {
  UPSTREAM_ERROR: 'failed',
  UPSTREAM_TIMEOUT: 'timed out',
  UPSTREAM_UNAVAILABLE: 'unreachable',
};

export function outcomeOfError(error: unknown): CallOutcome {
  if (!(error instanceof ToolError)) return 'failed';
  return error.reason === 'BUSY' ? 'works' : (outcomeByCode[error.code] ?? 'works');
}

export const isUnreachable = (outcome: CallOutcome) => outcome === 'unreachable';
export const isFailure = (outcome: CallOutcome) => outcome !== 'works';

/** Number of recent calls that count. A time window would not protect a service with few callers. */
export const windowSize = 20;

/** Share of failed calls at which a breaker opens. */
const failureRate = 0.5;

export const isFailing = (failed: number, { calls, minCalls }: { calls: number; minCalls: number }) =>
  calls >= minCalls && failed >= failureRate * calls;
