import type { Logger } from 'pino';
import type { ConnectionBreaker } from './connection-breaker.ts';
import type { IdentifierBreaker } from './identifier-breaker.ts';

/** Minimum time between two log lines about a pause of the same identifier. */
const minIntervalMs = 60_000;

/** Logs when calls are paused and when they continue. */
export function createPauseLog({ connectionName, log }: { connectionName: string; log: Logger }) {
  /** When the pause of an identifier was logged last. */
  const loggedAt = new WeakMap<IdentifierBreaker, number>();
  /** The identifiers whose pause was logged, but not its end. */
  const loggedPauses = new WeakSet<IdentifierBreaker>();

  return {
    /** Logs the state of the connection's breaker after a change. */
    connection({ circuit, cause }: ConnectionBreaker, failure?: unknown) {
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
    },
    /** Logs the state of an identifier's breaker after it opened or closed; at most once a minute, and no probes. */
    identifier(identifier: string, breaker: IdentifierBreaker, failure?: unknown) {
      const { circuit } = breaker;
      if (circuit.state === 'closed' && loggedPauses.delete(breaker)) {
        log.info({ connectionName, identifier }, 'the paused calls of a caller work again');
      }
      if (circuit.state !== 'open' || loggedPauses.has(breaker)) return;
      if (Date.now() < (loggedAt.get(breaker) ?? -Infinity) + minIntervalMs) return;
      loggedAt.set(breaker, Date.now());
      loggedPauses.add(breaker);
      log.warn(
        { connectionName, identifier, probeInMs: circuit.msUntilProbe(), reason: messagesOf(failure) },
        'the calls of a caller keep failing: they are paused',
      );
    },
  };
}

/** Joins the messages of an error and its causes. */
function messagesOf(failure: unknown): string {
  const reasons: string[] = [];
  for (let error = failure; error instanceof Error; error = error.cause) reasons.push(error.message);
  return reasons.join(' ');
}
