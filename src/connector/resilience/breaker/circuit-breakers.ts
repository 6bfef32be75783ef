import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RejectedCallError } from '../retry.ts';
import { maxIdentifiers } from '../settings.ts';
import { type CallOutcome, type CircuitState, outcomeOfError } from './circuit.ts';
import { ConnectionBreaker } from './connection-breaker.ts';
import { IdentifierBreaker } from './identifier-breaker.ts';

/** An admitted attempt of a call. */
export interface BreakerPass {
  identifier: string;
  own: IdentifierBreaker;
  probes: { connection: boolean; identifier: boolean };
  /** The period of each breaker (from one state change to the next) at sending. Later periods ignore the attempt. */
  periods: { connection: number; identifier: number };
  /** The outcome; `works` until the attempt fails. */
  outcome: CallOutcome;
  error?: unknown;
}

/** A probe continues even if its caller leaves, because its outcome matters to other calls. */
export const isProbe = ({ probes }: BreakerPass): boolean => probes.connection || probes.identifier;

interface CircuitBreakersOptions {
  connectionName: string;
  minCalls: number;
  log: Logger;
}

const minLogIntervalMs = 60_000;

/** The circuit breakers of one connection: one for all calls, and one for the calls of each identifier. */
export class CircuitBreakers {
  readonly #options: CircuitBreakersOptions;
  readonly #connection: ConnectionBreaker;
  readonly #identifiers = new LRUCache<string, IdentifierBreaker>({ max: maxIdentifiers });

  constructor(options: CircuitBreakersOptions) {
    this.#options = options;
    this.#connection = new ConnectionBreaker(options.minCalls);
  }

  get state(): CircuitState {
    return this.#connection.circuit.state;
  }

  get pausedIdentifiers(): number {
    return [...this.#identifiers.values()].filter(({ circuit }) => circuit.state !== 'closed').length;
  }

  /** @throws RejectedCallError `UPSTREAM_UNAVAILABLE`, whose `retryAfterMs` is the time until the next probe */
  admit({ tool, identifier }: { tool: string; identifier: string }): BreakerPass {
    const connection = this.#connection;
    const own = this.#identifiers.get(identifier) ?? new IdentifierBreaker(this.#options.minCalls);
    this.#identifiers.set(identifier, own);
    const probes = { connection: connection.isPaused(identifier), identifier: own.circuit.state !== 'closed' };
    const connectionDelayMs = probes.connection ? connection.msUntilProbe(identifier) : 0;
    if (connectionDelayMs > 0) {
      throw rejection(tool, connectionDelayMs, 'its connection keeps failing, so calls are paused for a while');
    }
    const ownDelayMs = probes.identifier ? own.circuit.msUntilProbe() : 0;
    if (ownDelayMs > 0) {
      throw rejection(tool, ownDelayMs, "this caller's calls keep failing, so they are paused for a while");
    }
    if (probes.connection) {
      connection.startProbe();
      this.#logConnection();
    }
    if (probes.identifier) own.circuit.change('half-open');
    const periods = { connection: connection.circuit.period, identifier: own.circuit.period };
    return { identifier, own, probes, periods, outcome: 'works' };
  }

  /** Must be called once for each admitted attempt; `error` is set if the attempt failed. */
  end(pass: BreakerPass, error?: unknown): void {
    const { identifier, own, probes, periods } = pass;
    const { circuit } = this.#connection;
    if (error !== undefined) {
      pass.outcome = outcomeOfError(error);
      pass.error = error;
    }
    // A probe that closes a breaker counts as the first call of the new period.
    if (probes.connection && circuit.period === periods.connection) {
      this.#connection.endProbe(pass);
      if (circuit.state === 'closed') periods.connection = circuit.period;
      this.#logConnection(error);
    }
    if (probes.identifier) {
      own.endProbe(pass.outcome);
      if (own.circuit.state === 'closed') periods.identifier = own.circuit.period;
      this.#logIdentifier(identifier, own, error);
    }
  }

  /** Counts a call once, however many attempts it takes: a call that succeeds after a retry has not failed. */
  count({ identifier, own, outcome, error, periods }: BreakerPass): void {
    const { circuit } = this.#connection;
    const isCounted = circuit.period === periods.connection;
    if (isCounted) this.#connection.record({ identifier, outcome });
    const hasChangedState = isCounted && circuit.period !== periods.connection;
    if (hasChangedState) {
      this.#logConnection(error);
      if (circuit.state === 'open' && this.#connection.cause === 'connection') return this.#forgetClosed();
    }
    // While a broken connection is paused, its failures say nothing about the identifier.
    if (outcome === 'unreachable' && !isCounted) return;
    if (own.circuit.state !== 'closed' || own.circuit.period !== periods.identifier) return;
    own.record(outcome);
    if (own.circuit.state !== 'closed') this.#logIdentifier(identifier, own, error);
  }

  reportReachable(): void {
    const { state } = this;
    this.#connection.reportReachable();
    if (this.state !== state) this.#logConnection();
  }

  /** Forgets the identifiers that are not paused, because the broken connection explains their failures. */
  #forgetClosed(): void {
    for (const [identifier, { circuit }] of this.#identifiers) {
      if (circuit.state === 'closed') this.#identifiers.delete(identifier);
    }
  }

  #logConnection(failure?: unknown): void {
    const { connectionName, log } = this.#options;
    const { circuit, cause } = this.#connection;
    if (circuit.state === 'open') {
      log.warn(
        { connectionName, cause, probeInMs: circuit.msUntilProbe(), reason: messagesOf(failure) },
        'a connection keeps failing: its calls are paused',
      );
    } else if (circuit.state === 'half-open') {
      log.info({ connectionName }, 'probing a paused connection');
    } else {
      log.info({ connectionName }, 'a paused connection works again');
    }
  }

  /** Logs the pauses of an identifier, at most one a minute, and their ends. Probes are not logged. */
  #logIdentifier(identifier: string, breaker: IdentifierBreaker, failure?: unknown): void {
    const { connectionName, log } = this.#options;
    const { circuit } = breaker;
    if (circuit.state === 'closed' && breaker.isPauseLogged) {
      breaker.isPauseLogged = false;
      log.info({ connectionName, identifier }, 'the calls of a caller work again: they are no longer paused');
    }
    if (circuit.state !== 'open' || breaker.isPauseLogged) return;
    if (Date.now() < breaker.loggedAt + minLogIntervalMs) return;
    breaker.loggedAt = Date.now();
    breaker.isPauseLogged = true;
    log.warn(
      { connectionName, identifier, probeInMs: circuit.msUntilProbe(), reason: messagesOf(failure) },
      'the calls of a caller keep failing: they are paused',
    );
  }
}

const rejection = (tool: string, retryAfterMs: number, reason: string) =>
  new RejectedCallError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `${tool} was not called: ${reason}.`,
    tool,
    retryAfterMs,
  });

function messagesOf(failure: unknown): string {
  const reasons: string[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) reasons.push(error.message);
  return reasons.join(' ');
}
