import type { BreakerSettings } from '../settings.ts';
import { createConnectionWindow, type IdentifiedCall, type PauseCause } from './call-window.ts';
import { type Circuit, createCircuit } from './circuit.ts';

/**
 * Pauses all calls of a connection while the connection is failing (see `createConnectionWindow`).
 *
 * While only one identifier calls, its calls alone can show that the platform cannot be reached. Then only its calls
 * are paused, and the first call of another identifier decides whether all are.
 *
 * One call at a time is a probe, of any identifier. A result or a rejection closes the breaker. So does an error of the
 * service if the platform could not be reached before: now it can. Any other outcome doubles the delay until the next
 * probe. But the data of one caller may be the reason for such an outcome, and must not keep the calls of others
 * paused: until the probes of three identifiers have failed, other identifiers can probe at once.
 */
export interface ConnectionBreaker {
  readonly circuit: Circuit;
  /** Why the breaker opened last. */
  readonly cause: PauseCause;
  /** Whether the breaker pauses calls of this identifier. */
  isPaused(identifier: string): boolean;
  /** Milliseconds until this identifier may send a probe; 0 if it may send one now. */
  msUntilProbe(identifier: string): number;
  startProbe(): void;
  endProbe(probe: IdentifiedCall): void;
  /** Counts the outcome of a call that was sent in this period; may open or close the breaker. */
  record(call: IdentifiedCall): void;
  /**
   * Ends a pause early because the platform has been reached by other means. If the breaker opened because it could
   * not be reached, the breaker closes, but the first call that does not get through opens it again. Otherwise the next
   * call is a probe: that the platform can be reached does not mean that the services work.
   */
  reportReachable(): void;
}

export function createConnectionBreaker(settings: BreakerSettings): ConnectionBreaker {
  const circuit = createCircuit(settings);
  const window = createConnectionWindow(settings);
  /** The identifiers whose probes have failed since the last delay. */
  const failedProbes = new Set<string>();
  let cause: PauseCause = 'connection';
  /** The only identifier whose calls are paused; undefined if all are. */
  let onlyPaused: string | undefined;

  const isPaused = (identifier: string) =>
    circuit.state !== 'closed' && (onlyPaused === undefined || onlyPaused === identifier);

  return {
    circuit,
    get cause() {
      return cause;
    },
    isPaused,
    msUntilProbe(identifier) {
      const isBetweenProbes = circuit.state === 'open' && failedProbes.size > 0;
      const canProbeAtOnce = failedProbes.size < settings.minFailingIdentifiers && !failedProbes.has(identifier);
      return isBetweenProbes && canProbeAtOnce ? 0 : circuit.msUntilProbe();
    },
    startProbe() {
      if (circuit.msUntilProbe() === 0) failedProbes.clear();
      circuit.startProbe();
    },
    endProbe({ identifier, outcome }) {
      if (outcome === 'works' || (outcome === 'failed' && cause === 'connection')) {
        close();
        return circuit.confirm();
      }
      failedProbes.add(identifier);
      if (failedProbes.size === 1) circuit.open();
      else circuit.reopen();
    },
    record(call) {
      const { identifier, outcome } = call;
      if (circuit.state !== 'closed') {
        if (isPaused(identifier) || outcome === 'timed out') return;
        if (outcome === 'unreachable') return void (onlyPaused = undefined);
        close();
        circuit.confirm();
      }
      if (circuit.isUnconfirmed) {
        if (outcome === 'unreachable') return open('connection', identifier);
        if (outcome !== 'timed out') circuit.confirm();
      }
      window.add(call);
      const found = outcome === 'works' ? undefined : window.cause;
      if (found) open(found, window.onlyIdentifier);
    },
    reportReachable() {
      if (circuit.state === 'closed') return;
      if (cause === 'connection') return close();
      if (circuit.state === 'open') circuit.endDelay();
    },
  };

  function open(why: PauseCause, only: string | undefined) {
    cause = why;
    onlyPaused = only;
    window.clear();
    circuit.open();
  }

  function close() {
    window.clear();
    failedProbes.clear();
    circuit.close();
  }
}
