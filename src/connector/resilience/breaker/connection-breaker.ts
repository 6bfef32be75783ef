import { type CallOutcome, isFailing, isFailure, isUnreachable, windowSize, Circuit } from './circuit.ts';

export interface IdentifiedCall {
  identifier: string;
  outcome: CallOutcome;
}

/**
 * Why all calls of a connection are paused: because the platform cannot be reached, or because the calls of several
 * callers fail.
 */
export type PauseCause = 'connection' | 'callers';

/** Number of identifiers whose calls must fail before they pause all calls. */
const minFailingIdentifiers = 3;

/**
 * Pauses all calls of a connection while the connection is failing (see `ConnectionWindow`).
 *
 * While only one identifier calls, its calls alone can show that the platform cannot be reached. Then only its calls
 * are paused, and the first call of another identifier decides whether all are.
 *
 * One call at a time is a probe, of any identifier. A result or a rejection closes the breaker. So does an error of the
 * service if the platform could not be reached before: now it can. Any other outcome doubles the delay until the next
 * probe. But the data of one caller may be the reason for such an outcome, and must not keep the calls of others
 * paused: until the probes of three identifiers have failed, other identifiers can probe at once.
 */
export class ConnectionBreaker {
  readonly circuit = new Circuit();
  cause: PauseCause = 'connection';
  readonly #window: ConnectionWindow;
  /** The identifiers whose probes have failed since the last delay. */
  readonly #failedProbes = new Set<string>();
  /** The only identifier whose calls are paused; undefined if all are. */
  #onlyPaused: string | undefined;

  constructor(minCalls: number) {
    this.#window = new ConnectionWindow(minCalls);
  }

  isPaused(identifier: string): boolean {
    return this.circuit.state !== 'closed' && (this.#onlyPaused === undefined || this.#onlyPaused === identifier);
  }

  msUntilProbe(identifier: string): number {
    const failed = this.#failedProbes;
    const isBetweenProbes = this.circuit.state === 'open' && failed.size > 0;
    const canProbeAtOnce = failed.size < minFailingIdentifiers && !failed.has(identifier);
    return isBetweenProbes && canProbeAtOnce ? 0 : this.circuit.msUntilProbe();
  }

  startProbe(): void {
    if (this.circuit.msUntilProbe() === 0) this.#failedProbes.clear();
    this.circuit.change('half-open');
  }

  endProbe({ identifier, outcome }: IdentifiedCall): void {
    if (outcome === 'works' || (outcome === 'failed' && this.cause === 'connection')) return this.#close('confirmed');
    this.#failedProbes.add(identifier);
    if (this.#failedProbes.size === 1) this.circuit.open();
    else this.circuit.change('open');
  }

  /** Counts the outcome of a call that was sent in this period; may open or close the breaker. */
  record(call: IdentifiedCall): void {
    const { identifier, outcome } = call;
    if (this.circuit.state !== 'closed') {
      if (this.isPaused(identifier) || outcome === 'timed out') return;
      if (outcome === 'unreachable') return void (this.#onlyPaused = undefined);
      this.#close('confirmed');
    }
    if (this.circuit.openings > 0) {
      if (outcome === 'unreachable') return this.#open('connection', identifier);
      if (outcome !== 'timed out') this.circuit.openings = 0;
    }
    this.#window.add(call);
    const found = outcome === 'works' ? undefined : this.#window.cause;
    if (found) this.#open(found, this.#window.onlyIdentifier);
  }

  /**
   * Ends a pause early because the platform has been reached by other means. If the breaker opened because it could
   * not be reached, the breaker closes, but the first call that does not get through opens it again. Otherwise the next
   * call is a probe: that the platform can be reached does not mean that the services work.
   */
  reportReachable(): void {
    if (this.circuit.state === 'closed') return;
    if (this.cause === 'connection') this.#close('unconfirmed');
    else if (this.circuit.state === 'open') this.circuit.endDelay();
  }

  #open(cause: PauseCause, onlyPaused: string | undefined): void {
    this.cause = cause;
    this.#onlyPaused = onlyPaused;
    this.#window.clear();
    this.circuit.open();
  }

  #close(how: 'confirmed' | 'unconfirmed'): void {
    this.#window.clear();
    this.#failedProbes.clear();
    this.circuit.change('closed');
    if (how === 'confirmed') this.circuit.openings = 0;
  }
}

/** Maximum number of calls of one identifier in the window of a connection: a busy caller must not fill it. */
const maxPerIdentifier = windowSize / 4;

/**
 * The recent calls of a connection. It is failing when enough of them failed, and the calls of one or two identifiers are
 * not the reason:
 * - Failures of any kind count if they come from at least three identifiers. Each identifier has at most a quarter of
 *   the window.
 * - If the calls of fewer identifiers fail, only those count that did not reach the platform, and only if no call gets
 *   through: the latest call of every identifier in the window must have failed to reach it. This is how a connection
 *   with one or two callers is found to be down.
 */
export class ConnectionWindow {
  readonly #minCalls: number;
  /** Without the limit per identifier: one identifier alone can show that the platform cannot be reached. */
  readonly #outcomes: CallOutcome[] = [];
  readonly #calls: IdentifiedCall[] = [];

  constructor(minCalls: number) {
    this.#minCalls = minCalls;
  }

  add(call: IdentifiedCall): void {
    const [outcomes, calls] = [this.#outcomes, this.#calls];
    outcomes.push(call.outcome);
    if (outcomes.length > windowSize) outcomes.shift();
    calls.push(call);
    const own = calls.filter(({ identifier }) => identifier === call.identifier);
    const dropped = own.length > maxPerIdentifier ? own[0] : calls.length > windowSize ? calls[0] : undefined;
    if (dropped) calls.splice(calls.indexOf(dropped), 1);
  }

  clear(): void {
    this.#outcomes.length = 0;
    this.#calls.length = 0;
  }

  /** The identifier of all calls in the window; undefined if there are several. */
  get onlyIdentifier(): string | undefined {
    const only = this.#calls[0]?.identifier;
    return this.#calls.every(({ identifier }) => identifier === only) ? only : undefined;
  }

  get cause(): PauseCause | undefined {
    if (this.#isBroken()) return 'connection';
    const failed = this.#calls.filter(({ outcome }) => isFailure(outcome));
    const identifiers = new Set(failed.map(({ identifier }) => identifier));
    const window = { calls: this.#calls.length, minCalls: this.#minCalls };
    if (identifiers.size < minFailingIdentifiers || !isFailing(failed.length, window)) return undefined;
    const unreachable = failed.filter(({ outcome }) => isUnreachable(outcome));
    return 2 * unreachable.length > failed.length ? 'connection' : 'callers';
  }

  #isBroken(): boolean {
    const latest = new Map(this.#calls.map(({ identifier, outcome }) => [identifier, outcome]));
    const window = { calls: this.#outcomes.length, minCalls: this.#minCalls };
    return isFailing(this.#outcomes.filter(isUnreachable).length, window) && [...latest.values()].every(isUnreachable);
  }
}
