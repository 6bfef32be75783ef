export type CircuitState = 'closed' | 'open' | 'half-open';

const initialProbeDelayMs = 1_000;
const maxProbeDelayMs = 30_000;

/** The state of a circuit breaker and the schedule of its probes. */
export class Circuit {
  state: CircuitState = 'closed';
  /** Number of state changes so far. */
  period = 0;
  /** How often the circuit opened until a call confirmed that it may be closed. */
  openings = 0;
  #probeAt = 0;

  /** Milliseconds until a probe may be sent; 0 if it may be sent now. */
  msUntilProbe(): number {
    // The end of a probe in flight cannot be foreseen; the initial delay is a guess.
    return this.state === 'half-open' ? initialProbeDelayMs : Math.max(0, this.#probeAt - Date.now());
  }

  /** Opens the circuit. The delay until a probe doubles each time, until a call confirms that it may be closed. */
  open(): void {
    this.#probeAt = Date.now() + Math.min(maxProbeDelayMs, initialProbeDelayMs * 2 ** this.openings);
    this.openings += 1;
    this.change('open');
  }

  /** Makes an open circuit accept a probe now. */
  endDelay(): void {
    this.#probeAt = Date.now();
  }

  /**
   * Changes the state: to half-open while a probe is in flight, back to open without a new delay, or to closed.
   */
  change(state: CircuitState): void {
    this.state = state;
    this.period += 1;
  }
}
