import { type CallOutcome, isFailing, isFailure, isUnreachable, windowSize, Circuit } from './circuit.ts';

interface RecordedCall {
  identifier: string;
  outcome: CallOutcome;
}

/** `connection`: the platform cannot be reached. `callers`: the calls of several callers fail. */
type PauseCause = 'connection' | 'callers';

/** When the calls of this many identifiers fail, the data of a single caller is not the reason. */
const minFailingIdentifiers = 3;

/**
 * Pauses all calls while the connection is failing (see `ConnectionWindow`). If a single identifier cannot reach the
 * platform, only its calls are paused; the first call of another identifier decides whether all calls are paused.
 *
 * One call at a time, of any identifier, is a probe. A result or a rejection closes the breaker, as does an error of
 * the service if the platform was unreachable before. Otherwise the first probe after a delay doubles the delay. The
 * data of one caller may have made its probe fail, so other identifiers can probe at once until the probes of three
 * identifiers have failed.
 */
export class ConnectionBreaker {
  readonly circuit = new Circuit();
  cause: PauseCause = 'connection';
  readonly #window: ConnectionWindow;
  /** The identifiers whose probes have failed since the last delay. */
  readonly #failedProbes = new Set<string>();
  /** The only identifier whose calls are paused; undefined if all identifiers are paused. */
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

  endProbe({ identifier, outcome }: RecordedCall): void {
    if (outcome === 'works' || (outcome === 'failed' && this.cause === 'connection')) return this.#close('confirmed');
    this.#failedProbes.add(identifier);
    if (this.#failedProbes.size === 1) this.circuit.open();
    else this.circuit.change('open');
  }

  /** Counts the outcome of a call sent since the last change of state; may open or close the breaker. */
  record(call: RecordedCall): void {
    const { identifier, outcome } = call;
    if (this.circuit.state !== 'closed') {
      if (this.isPaused(identifier) || outcome === 'timed out') return;
      if (outcome === 'unreachable') {
        this.#onlyPaused = undefined;
        return;
      }
      this.#close('confirmed');
    }
    // Unless a call has confirmed the closing, the first call that does not time out decides whether to open again.
    if (this.circuit.openings > 0) {
      if (outcome === 'unreachable') return this.#open('connection', identifier);
      if (outcome !== 'timed out') this.circuit.openings = 0;
    }
    this.#window.add(call);
    const found = outcome === 'works' ? undefined : this.#window.cause;
    if (found) this.#open(found, this.#window.onlyIdentifier);
  }

  /**
   * Closes a breaker that opened because the platform was unreachable; the first call that does not get through opens
   * the breaker again. If calls failed for another reason, the next call is a probe: the services may still fail.
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

/** Maximum number of calls of one identifier in the window, so that one busy caller cannot fill the window. */
const maxPerIdentifier = windowSize / 4;

/**
 * A connection is failing when enough recent calls failed and the calls of one or two identifiers are not the reason.
 * From three failing identifiers on, failures of any kind count. With fewer, only calls that did not reach the platform
 * count, and only if the latest call of every identifier is such a call: this detects an outage with few callers.
 */
export class ConnectionWindow {
  readonly #minCalls: number;
  /** The latest outcomes, not limited per identifier: one identifier can show that the platform cannot be reached. */
  readonly #outcomes: CallOutcome[] = [];
  readonly #calls: RecordedCall[] = [];

  constructor(minCalls: number) {
    this.#minCalls = minCalls;
  }

  add(call: RecordedCall): void {
    const [outcomes, calls] = [this.#outcomes, this.#calls];
    outcomes.push(call.outcome);
    if (outcomes.length > windowSize) outcomes.shift();
    calls.push(call);
    const isOwn = ({ identifier }: RecordedCall) => identifier === call.identifier;
    if (calls.filter(isOwn).length > maxPerIdentifier) calls.splice(calls.findIndex(isOwn), 1);
    else if (calls.length > windowSize) calls.shift();
  }

  clear(): void {
    this.#outcomes.length = 0;
    this.#calls.length = 0;
  }

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
