import type { Logger } from 'pino';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { RequestTrace } from '../../telemetry/trace-context.ts';
import { isAccountCode } from '../../tools/errors/error-codes.ts';
import { ToolError } from '../tool-error.ts';
import type { AdmittedCall } from '../session/tool-session.ts';
import type { ListedTool } from '../../tools/platform.ts';
import type { Transport } from '../transport.ts';
import { untilAborted } from '../until-aborted.ts';
import type { ResultCache } from './cache/result-cache.ts';
import { createBulkhead } from './bulkhead.ts';
import { type CallSpan, createCallTelemetry } from './call-telemetry.ts';
import { createCallTimeout } from './call-timeout.ts';
import { canonicalJson } from '../canonical-json.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createReadsInFlight, type SharedCall } from './reads-in-flight.ts';
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

/**
 * A connection whose calls pass through, in this order: cache, shared reads, retry, bulkhead, circuit breaker, timeout.
 */
export interface ProtectedConnection {
  send<Result>(call: CallerCall, read: (payload: unknown) => Result): Promise<Result>;
  listTools(caller: { identifier: string; signal: AbortSignal }): Promise<ListedTool[]>;
}

export function createProtectedConnection(options: ProtectedConnectionOptions): ProtectedConnection {
  const { connectionName, toolPrefix, transport, settings, cache, telemetry, log } = options;
  const reads = createReadsInFlight();
  const retry = createRetry(settings.retry);
  const bulkhead = createBulkhead({ maxCalls: transport.maxCallsInFlight ?? 50, ...settings.bulkhead });
  const breaker = createCircuitBreaker({ connectionName, settings: settings.breaker, log });
  const measured = createCallTelemetry(telemetry, { connectionName });
  const withTimeout = createCallTimeout(settings.toolTimeoutMs);

  return {
    async send(call, read) {
      const { tool, identifier } = call;
      if (tool.class !== 'read') return read(await change(call));
      if (!cache || !tool.cached) return read(await sharedRead(call));
      const account = { connectionName, identifier };
      return cache.get({ account, toolName: toolPrefix + tool.name, call, read, send: sharedRead });
    },
    listTools: ({ identifier, signal }) =>
      untilAborted(signal, () =>
        retry({ class: 'read', signal, deadlineAt: () => Infinity, canSpend: () => true }, () =>
          guarded({ tool: 'list_tools', identifier, signal }, (attemptSignal) =>
            transport.listTools({ connectionName, identifier, signal: attemptSignal }),
          ),
        ),
      ),
  };

  async function sharedRead(call: CallerCall): Promise<unknown> {
    call.signal.throwIfAborted();
    const key = JSON.stringify([call.identifier, call.tool.name, canonicalJson(call.input)]);
    const joined = reads.join(key, call);
    if (!joined) {
      // Check the budget before starting the read: other operations can join it, and this operation's budget must not
      // make it fail for them.
      call.ledger.requireBudget(call.tool.name);
      return reads.begin(key, call, (shared) => attempts(call, shared));
    }
    const entry = call.ledger.begin({ tool: call.tool.name, source: 'SHARED', keys: call.keys });
    try {
      return await joined;
    } finally {
      entry.end();
    }
  }

  async function change(call: CallerCall): Promise<unknown> {
    const { signal, deadlineAt } = call;
    return untilAborted(signal, () => reads.change(() => attempts(call, { signal, deadlineAt: () => deadlineAt })));
  }

  async function attempts(call: CallerCall, { signal, deadlineAt }: SharedCall): Promise<unknown> {
    const canSpend = () => !call.ledger.isSpent;
    return measured({ tool: call.tool, trace: call.trace, signal }, (span) =>
      retry({ class: call.tool.class, signal, deadlineAt, canSpend }, () => attempt(call, { signal, span })),
    );
  }

  async function attempt(
    { tool, input, identifier, keys, ledger }: CallerCall,
    { signal, span }: { signal: AbortSignal; span: CallSpan },
  ): Promise<unknown> {
    const entry = ledger.begin({ tool: tool.name, source: 'CALLED', keys });
    try {
      return await bulkhead.run({ tool: tool.name, identifier, signal }, () =>
        guarded({ tool: tool.name, identifier, signal }, (attemptSignal) => {
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
    } catch (error) {
      if (error instanceof RejectedCallError) entry.withdraw();
      throw error;
    } finally {
      entry.end();
    }
  }

  async function guarded<Result>(
    call: { tool: string; identifier: string; signal: AbortSignal },
    send: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await breaker(call, (signal) => withTimeout({ tool: call.tool, signal }, send));
    } catch (error) {
      if (error instanceof ToolError && isAccountCode(error.code)) {
        // Invalidate the cached results: a caller whose account is missing or expired must not read them.
        cache?.invalidate({ connectionName, identifier: call.identifier });
      }
      throw error;
    }
  }
}
