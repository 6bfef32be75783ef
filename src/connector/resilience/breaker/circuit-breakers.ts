import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RejectedCallError } from '../rejected-call-error.ts';
import type { ResilienceSettings } from '../settings.ts';
import { type CallOutcome, outcomeOfError } from './call-outcome.ts';
import type { CircuitState } from './circuit.ts';
import { createConnectionBreaker } from './connection-breaker.ts';
import { createIdentifierBreaker, type IdentifierBreaker } from './identifier-breaker.ts';
import { createPauseLog } from './pause-log.ts';

export interface CircuitBreakersOptions {
  connectionName: string;
  settings: Pick<ResilienceSettings, 'breaker' | 'maxIdentifiers'>;
  log: Logger;
}

/** Sends one attempt of a call, unless its calls are paused. */
export type Attempt = <Result>(
  options: { tool: string; signal: AbortSignal },
  send: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/** The circuit breakers of one connection: one for all calls, and one for the calls of each identifier. */
export interface CircuitBreakers {
  /**
   * Makes a call. Each of its attempts is sent only if neither breaker is open; otherwise it throws RejectedCallError
   * `UPSTREAM_UNAVAILABLE`, whose `retryAfterMs` is the time until the next probe. However many attempts it takes, the
   * call counts once, with the outcome of the last attempt: a call that works after a retry is no failure.
   */
  call<Result>(identifier: string, make: (attempt: Attempt) => Promise<Result>): Promise<Result>;
  /** Ends a pause early because the platform has been reached by other means. */
  reportReachable(): void;
  /** State of the breaker for all calls. */
  readonly state: CircuitState;
  /** Number of identifiers whose calls are paused. */
  readonly pausedIdentifiers: number;
}

/** An attempt that was sent. */
interface SentAttempt {
  outcome: CallOutcome;
  error?: unknown;
  /** The periods of the breakers in which the attempt was sent. A breaker ignores attempts of earlier periods. */
  periods: { connection: number; identifier: number };
}

export function createCircuitBreakers({ connectionName, settings, log }: CircuitBreakersOptions): CircuitBreakers {
  const connection = createConnectionBreaker(settings.breaker);
  const identifiers = new LRUCache<string, IdentifierBreaker>({ max: settings.maxIdentifiers });
  const pauseLog = createPauseLog({ connectionName, log });

  return {
    async call(identifier, make) {
      const own = identifiers.get(identifier) ?? createIdentifierBreaker(settings.breaker);
      identifiers.set(identifier, own);
      let last: SentAttempt | undefined;
      try {
        return await make(async ({ tool, signal }, send) => {
          const probes = admit(tool, { identifier, own });
          const isProbe = probes.connection || probes.identifier;
          const attempt: SentAttempt = { outcome: 'works', periods: periodsOf(own) };
          last = attempt;
          try {
            // A probe continues even if its caller aborts, because its outcome matters to other calls.
            return await send(isProbe ? new AbortController().signal : signal);
          } catch (error) {
            attempt.outcome = outcomeOfError(error);
            attempt.error = error;
            // A call that its caller aborted says nothing about the service.
            if (signal.aborted && !isProbe) last = undefined;
            throw error;
          } finally {
            if (probes.connection) endConnectionProbe(identifier, attempt);
            if (probes.identifier) endIdentifierProbe({ identifier, own }, attempt);
          }
        });
      } finally {
        if (last) record({ identifier, own }, last);
      }
    },
    reportReachable() {
      const { state } = connection.circuit;
      connection.reportReachable();
      if (connection.circuit.state !== state) pauseLog.connection(connection);
    },
    get state() {
      return connection.circuit.state;
    },
    get pausedIdentifiers() {
      return [...identifiers.values()].filter(({ circuit }) => circuit.state !== 'closed').length;
    },
  };

  function periodsOf(own: IdentifierBreaker) {
    return { connection: connection.circuit.period, identifier: own.circuit.period };
  }

  /** Returns for which of the breakers the attempt is a probe; throws if one of them rejects it. */
  function admit(tool: string, { identifier, own }: Caller) {
    const probes = {
      connection: connection.isPaused(identifier),
      identifier: own.circuit.state !== 'closed',
    };
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
      pauseLog.connection(connection);
    }
    if (probes.identifier) own.circuit.startProbe();
    return probes;
  }

  function endConnectionProbe(identifier: string, { outcome, error, periods }: SentAttempt) {
    if (connection.circuit.period !== periods.connection) return;
    connection.endProbe({ identifier, outcome });
    // A probe that works counts as the first call of the new period.
    if (connection.circuit.state === 'closed') periods.connection = connection.circuit.period;
    pauseLog.connection(connection, error);
  }

  function endIdentifierProbe({ identifier, own }: Caller, { outcome, error, periods }: SentAttempt) {
    own.endProbe(outcome);
    if (own.circuit.state === 'closed') periods.identifier = own.circuit.period;
    pauseLog.identifier(identifier, own, error);
  }

  function record({ identifier, own }: Caller, { outcome, error, periods }: SentAttempt) {
    const isCounted = connection.circuit.period === periods.connection;
    if (isCounted) connection.record({ identifier, outcome });
    if (connection.circuit.period !== periods.connection && isCounted) {
      pauseLog.connection(connection, error);
      if (connection.circuit.state === 'open' && connection.cause === 'connection') return forgetClosed();
    }
    // While the connection is paused because it is broken, its failures say nothing about the identifier.
    if (outcome === 'unreachable' && !isCounted) return;
    if (own.circuit.state !== 'closed' || own.circuit.period !== periods.identifier) return;
    own.record(outcome);
    if (own.circuit.state !== 'closed') pauseLog.identifier(identifier, own, error);
  }

  /**
   * Forgets the calls of identifiers that are not paused: when a connection was broken, their failures were not their
   * own.
   */
  function forgetClosed() {
    for (const [identifier, { circuit }] of identifiers) {
      if (circuit.state === 'closed') identifiers.delete(identifier);
    }
  }
}

interface Caller {
  identifier: string;
  /** The identifier's own breaker. */
  own: IdentifierBreaker;
}

const rejection = (tool: string, retryAfterMs: number, reason: string) =>
  new RejectedCallError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `${tool} was not called: ${reason}.`,
    tool,
    retryAfterMs,
  });
