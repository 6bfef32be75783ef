import type { BreakerSettings } from '../settings.ts';
import type { CallOutcome } from './call-outcome.ts';
import { createIdentifierWindow } from './call-window.ts';
import { type Circuit, createCircuit } from './circuit.ts';

/** Pauses the calls of one identifier on one connection while they keep failing. One call at a time is a probe. */
export interface IdentifierBreaker {
  readonly circuit: Circuit;
  /** Counts the outcome of a call that was sent while the breaker was closed; may open the breaker. */
  record(outcome: CallOutcome): void;
  /** Closes the breaker if the probe got a result or a rejection; otherwise opens it again. */
  endProbe(outcome: CallOutcome): void;
}

export function createIdentifierBreaker(settings: BreakerSettings): IdentifierBreaker {
  const circuit = createCircuit(settings);
  const window = createIdentifierWindow(settings);

  return {
    circuit,
    record(outcome) {
      window.add(outcome);
      if (outcome === 'works' || !window.isFailing) return;
      window.clear();
      circuit.open();
    },
    endProbe(outcome) {
      if (outcome !== 'works') return circuit.open();
      circuit.close();
      circuit.confirm();
    },
  };
}
