import { type CallOutcome, Circuit, isFailing, isFailure, windowSize } from './circuit.ts';

/** Pauses the calls of one identifier on one connection while they keep failing. One call at a time is a probe. */
export class IdentifierBreaker {
  readonly circuit = new Circuit();
  loggedAt = -Infinity;
  isPauseLogged = false;
  readonly #minCalls: number;
  readonly #outcomes: CallOutcome[] = [];

  constructor(minCalls: number) {
    this.#minCalls = minCalls;
  }

  /** Counts the outcome of a call that was sent while the breaker was closed; may open the breaker. */
  record(outcome: CallOutcome): void {
    const outcomes = this.#outcomes;
    outcomes.push(outcome);
    if (outcomes.length > windowSize) outcomes.shift();
    if (outcome === 'works') return;
    const failed = outcomes.filter(isFailure).length;
    if (!isFailing(failed, { calls: outcomes.length, minCalls: this.#minCalls })) return;
    outcomes.length = 0;
    this.circuit.open();
  }

  /** Closes the breaker if the probe's outcome is `works`; otherwise opens it again. */
  endProbe(outcome: CallOutcome): void {
    if (outcome !== 'works') return this.circuit.open();
    this.circuit.change('closed');
    this.circuit.openings = 0;
  }
}
