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

/** An attempt that was admitted. */
export interface Admission {
  identifier: string;
  /** The identifier's own breaker. */
  own: IdentifierBreaker;
  /** For which of the breakers the attempt is a probe. */
  probes: { connection: boolean; identifier: boolean };
  /** The periods of the breakers in which the attempt was sent. A breaker ignores attempts of earlier periods. */
  periods: { connection: number; identifier: number };
  /** The outcome; `works` until the attempt fails. */
  outcome: CallOutcome;
  error?: unknown;
}

/** A probe continues even if its caller leaves, because its outcome matters to other calls. */
export const isProbe = ({ probes }: Admission): boolean => probes.connection || probes.identifier;

/** The circuit breakers of one connection: one for all calls, and one for the calls of each identifier. */
export interface CircuitBreakers {
  /**
   * Admits an attempt if neither breaker is open.
   * @throws RejectedCallError `UPSTREAM_UNAVAILABLE`, whose `retryAfterMs` is the time until the next probe
   */
  admit(call: { tool: string; identifier: string }): Admission;
  /** Must be called when an admitted attempt has succeeded or, with its error, failed. */
  end(admission: Admission, error?: unknown): void;
  /**
   * Counts a call with its last attempt. However many attempts it takes, a call counts once: one that works after a
   * retry is no failure.
   */
  count(last: Admission): void;
  /** Ends a pause early because the platform has been reached by other means. */
  reportReachable(): void;
  /** State of the breaker for all calls. */
  readonly state: CircuitState;
  /** Number of identifiers whose calls are paused. */
  readonly pausedIdentifiers: number;
}

export function createCircuitBreakers({ connectionName, settings, log }: CircuitBreakersOptions): CircuitBreakers {
  const connection = createConnectionBreaker(settings.breaker);
  const identifiers = new LRUCache<string, IdentifierBreaker>({ max: settings.maxIdentifiers });
  const pauseLog = createPauseLog({ connectionName, log });

  return {
    admit({ tool, identifier }) {
      const own = identifiers.get(identifier) ?? createIdentifierBreaker(settings.breaker);
      identifiers.set(identifier, own);
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
        pauseLog.connection(connection);
      }
      if (probes.identifier) own.circuit.startProbe();
      const periods = { connection: connection.circuit.period, identifier: own.circuit.period };
      return { identifier, own, probes, periods, outcome: 'works' };
    },
    end(admission, error) {
      if (error !== undefined) {
        admission.outcome = outcomeOfError(error);
        admission.error = error;
      }
      if (admission.probes.connection) endConnectionProbe(admission);
      if (admission.probes.identifier) endIdentifierProbe(admission);
    },
    count,
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

  function endConnectionProbe({ identifier, outcome, error, periods }: Admission) {
    if (connection.circuit.period !== periods.connection) return;
    connection.endProbe({ identifier, outcome });
    // A probe that works counts as the first call of the new period.
    if (connection.circuit.state === 'closed') periods.connection = connection.circuit.period;
    pauseLog.connection(connection, error);
  }

  function endIdentifierProbe({ identifier, own, outcome, error, periods }: Admission) {
    own.endProbe(outcome);
    if (own.circuit.state === 'closed') periods.identifier = own.circuit.period;
    pauseLog.identifier(identifier, own, error);
  }

  function count({ identifier, own, outcome, error, periods }: Admission) {
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

const rejection = (tool: string, retryAfterMs: number, reason: string) =>
  new RejectedCallError({
    code: 'UPSTREAM_UNAVAILABLE',
    message: `${tool} was not called: ${reason}.`,
    tool,
    retryAfterMs,
  });
