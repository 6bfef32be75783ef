import type { Logger } from 'pino';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import { isAccountCode } from '../../tools/errors/error-codes.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { AdmittedCall } from '../session/tool-session.ts';
import type { ListedTool } from '../../tools/platform.ts';
import type { Transport } from '../transport.ts';
import { untilAborted } from '../../operation/until-aborted.ts';
import type { ResultCache } from './cache/result-cache.ts';
import { createBulkhead } from './bulkhead.ts';
import { type CallSpan, createCallTelemetry } from './call-telemetry.ts';
import { createCallTimeout } from './call-timeout.ts';
import { canonicalJson } from '../canonical-json.ts';
import { type Attempt, createCircuitBreakers } from './breaker/circuit-breakers.ts';
import type { CircuitState } from './breaker/circuit.ts';
import { createReadsInFlight, type ReadResult, type SharedCall } from './reads-in-flight.ts';
import { RejectedCallError } from './rejected-call-error.ts';
import { createRetry } from './retry.ts';
import type { ResilienceSettings } from './settings.ts';

export interface ProtectedConnectionOptions {
  connectionName: string;
  /** Prefix of every tool name; may be empty. */
  toolPrefix: string;
  transport: Transport;
  settings: ResilienceSettings;
  cache: ResultCache | undefined;
  telemetry: Pick<Telemetry, 'metrics' | 'tracer'>;
  log: Logger;
}

/** A call that passed the checks of its session, with its caller and the deadline of its operation. */
export interface CallerCall extends AdmittedCall {
  identifier: string;
  signal: AbortSignal;
  /** Deadline of the operation, on the clock of `performance.now()`. */
  deadlineAt: number;
  trace: RequestTrace;
}

interface GuardedAttempt {
  tool: string;
  identifier: string;
  signal: AbortSignal;
  attempt: Attempt;
}

/**
 * A connection whose calls pass through, in this order: cache, shared reads, retry, bulkhead, circuit breakers, timeout.
 * The breakers admit each attempt, and count each call once, with all its retries.
 */
export interface ProtectedConnection {
  /**
   * Sends a call and returns its record. A read that several callers share is parsed once; their record is frozen.
   * @param read parses a payload; throws if it is unreadable
   */
  send(call: CallerCall, read: ReadPayload): Promise<unknown>;
  listTools(caller: { identifier: string; signal: AbortSignal }): Promise<ListedTool[]>;
  /** Discards the cached results of an identifier, and stops new reads from joining its reads in flight. */
  discardReads(identifier: string): void;
  /** Ends a pause of the connection early because the platform has been reached by other means. */
  reportReachable(): void;
  status(): ConnectionStatus;
}

type ReadPayload = (payload: unknown) => unknown;

/** The state of a connection, for metrics. */
export interface ConnectionStatus {
  connectionName: string;
  /** State of the circuit breaker for all calls. */
  breaker: CircuitState;
  /** Number of identifiers whose own circuit breaker is not closed. */
  pausedIdentifiers: number;
  callsInFlight: number;
  callsQueued: number;
}

export function createProtectedConnection(options: ProtectedConnectionOptions): ProtectedConnection {
  const { connectionName, toolPrefix, transport, settings, cache, telemetry, log } = options;
  const reads = createReadsInFlight();
  const retry = createRetry(settings);
  const bulkhead = createBulkhead({ maxCalls: transport.maxCallsInFlight ?? 50, ...settings.bulkhead });
  const breakers = createCircuitBreakers({ connectionName, settings, log });
  const withTelemetry = createCallTelemetry(telemetry, { connectionName });
  const withTimeout = createCallTimeout(settings.toolTimeoutMs);

  return {
    async send(call, read) {
      const { tool, identifier } = call;
      if (tool.class !== 'read') return read(await change(call));
      const send = (sent: CallerCall) => sharedRead(sent, read);
      if (!cache || !tool.cached) return (await send(call)).record;
      const account = { connectionName, identifier };
      return cache.get({ account, toolName: toolPrefix + tool.name, call, read, send });
    },
    listTools: ({ identifier, signal }) =>
      untilAborted(signal, () =>
        breakers.call(identifier, (attempt) =>
          retry({ class: 'read', identifier, signal, deadlineAt: () => Infinity, canSpend: () => true }, () =>
            guarded({ tool: 'list_tools', identifier, signal, attempt }, (attemptSignal) =>
              transport.listTools({ connectionName, identifier, signal: attemptSignal }),
            ),
          ),
        ),
      ),
    discardReads(identifier) {
      cache?.invalidate({ connectionName, identifier });
      reads.discard(identifier);
    },
    reportReachable: () => breakers.reportReachable(),
    status: () => ({
      connectionName,
      breaker: breakers.state,
      pausedIdentifiers: breakers.pausedIdentifiers,
      callsInFlight: bulkhead.inFlight,
      callsQueued: bulkhead.queued,
    }),
  };

  async function sharedRead(call: CallerCall, read: ReadPayload): Promise<ReadResult> {
    call.signal.throwIfAborted();
    const key = { identifier: call.identifier, read: `${call.tool.name} ${canonicalJson(call.input)}` };
    const joined = reads.join(key, call);
    if (!joined) {
      // Check the budget before starting the read: other operations can join it, and this operation's budget must not
      // make it fail for them.
      call.ledger.requireBudget(call.tool.name);
      return reads.begin(key, call, async (shared) => {
        const payload = await attempts(call, shared);
        return { payload, record: read(payload) };
      });
    }
    const entry = call.ledger.begin({ tool: call.tool.name, source: 'SHARED', keys: call.keys });
    try {
      const shared = await joined;
      entry.end();
      return shared;
    } catch (error) {
      entry.fail(error);
      throw error;
    }
  }

  async function change(call: CallerCall): Promise<unknown> {
    const { signal, deadlineAt } = call;
    return untilAborted(signal, () => reads.change(() => attempts(call, { signal, deadlineAt: () => deadlineAt })));
  }

  async function attempts(call: CallerCall, { signal, deadlineAt }: SharedCall): Promise<unknown> {
    const canSpend = () => !call.ledger.isSpent;
    return withTelemetry({ tool: call.tool, trace: call.trace, signal }, (span) =>
      breakers.call(call.identifier, (attempt) =>
        retry({ class: call.tool.class, identifier: call.identifier, signal, deadlineAt, canSpend }, () =>
          sendAttempt(call, { signal, attempt, span }),
        ),
      ),
    );
  }

  async function sendAttempt(
    { tool, input, identifier, keys, ledger }: CallerCall,
    { signal, attempt, span }: { signal: AbortSignal; attempt: Attempt; span: CallSpan },
  ): Promise<unknown> {
    const entry = ledger.begin({ tool: tool.name, source: 'CALLED', keys });
    try {
      const payload = await bulkhead.run({ tool: tool.name, identifier, signal }, () =>
        guarded({ tool: tool.name, identifier, signal, attempt }, (attemptSignal) => {
          span.countAttempt();
          return transport.execute({
            connectionName,
            identifier,
            tool,
            toolName: toolPrefix + tool.name,
            input,
            signal: attemptSignal,
            trace: span.trace,
          });
        }),
      );
      entry.end();
      return payload;
    } catch (error) {
      entry.fail(error);
      if (error instanceof RejectedCallError) entry.withdraw();
      throw error;
    }
  }

  async function guarded<Result>(
    { tool, identifier, signal, attempt }: GuardedAttempt,
    send: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await attempt({ tool, signal }, (attemptSignal) => withTimeout({ tool, signal: attemptSignal }, send));
    } catch (error) {
      if (error instanceof ToolError && isAccountCode(error.code)) {
        // Invalidate the cached results: a caller whose account is missing or expired must not read them.
        cache?.invalidate({ connectionName, identifier });
      }
      throw error;
    }
  }
}
