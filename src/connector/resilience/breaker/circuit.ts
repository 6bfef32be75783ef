import type { BreakerSettings } from '../settings.ts';

export type CircuitState = 'closed' | 'open' | 'half-open';

/** The state of a circuit breaker and the schedule of its probes. */
export interface Circuit {
  readonly state: CircuitState;
  /** Number of state changes so far. */
  readonly period: number;
  /** Whether the circuit opened again and again, and no call has confirmed since that it may be closed. */
  readonly isUnconfirmed: boolean;
  /** Milliseconds until a probe may be sent; 0 if it may be sent now. */
  msUntilProbe(): number;
  /** Opens the circuit. The delay doubles each time, until `confirm` is called. */
  open(): void;
  /** Changes from open to half-open, in which one probe is in flight. */
  startProbe(): void;
  /** Changes from half-open back to open, with the end of the delay unchanged. */
  reopen(): void;
  /** Makes an open circuit accept a probe now. */
  endDelay(): void;
  close(): void;
  /** Resets the delay. */
  confirm(): void;
}

export function createCircuit({
  initialProbeDelayMs,
  maxProbeDelayMs,
}: Pick<BreakerSettings, 'initialProbeDelayMs' | 'maxProbeDelayMs'>): Circuit {
  let state: CircuitState = 'closed';
  let period = 0;
  let openings = 0;
  let probeAt = 0;

  const change = (next: CircuitState) => {
    state = next;
    period += 1;
  };

  return {
    get state() {
      return state;
    },
    get period() {
      return period;
    },
    get isUnconfirmed() {
      return openings > 0;
    },
    // The end of a probe in flight cannot be foreseen; the initial delay is a guess.
    msUntilProbe: () => (state === 'half-open' ? Math.max(1, initialProbeDelayMs) : Math.max(0, probeAt - Date.now())),
    open() {
      probeAt = Date.now() + Math.min(maxProbeDelayMs, initialProbeDelayMs * 2 ** openings);
      openings += 1;
      change('open');
    },
    startProbe: () => change('half-open'),
    reopen: () => change('open'),
    endDelay() {
      probeAt = Date.now();
    },
    close: () => change('closed'),
    confirm() {
      openings = 0;
    },
  };
}
