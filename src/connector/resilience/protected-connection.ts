import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createSlotQueue, type Slot } from '../../infrastructure/fairness/slot-queue.ts';
import type { Telemetry } from '../../infrastructure/telemetry/telemetry.ts';
import { noTrace } from '../../infrastructure/telemetry/trace-context.ts';
import { operationTimeoutAsToolError } from '../../operation/calls/operation-timeout.ts';
import { createToolLedger, type LedgerEntry, toolCallBudget } from '../../operation/calls/tool-ledger.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { ListedTool } from '../../tools/platform.ts';
import { canonicalJson, omitUndefined } from '../../tools/rules/json.ts';
import type { Tool } from '../../tools/tool.ts';
import { sendEach, type Transport } from '../transport.ts';
import { CircuitBreakers } from './breaker/circuit-breakers.ts';
import type { ResultCache } from './cache/result-cache.ts';
import type { CallerCall, CallResult, CallSpan, Waiter } from './caller-call.ts';
import { Retry } from './retry.ts';
import type { ResilienceSettings } from './settings.ts';
import { type CallConnection, ToolCall } from './tool-call.ts';

interface ProtectedConnectionOptions {
  connectionName: string;
  toolPrefix: string;
  transport: Transport;
  settings: ResilienceSettings;
  cache: ResultCache | undefined;
  telemetry: Pick<Telemetry, 'metrics' | 'tracer'>;
  log: Logger;
}

export type ProtectedConnection = ReturnType<typeof createProtectedConnection>;

/** Queues, admits and retries calls, and limits their time (see `ToolCall`). Identical reads in flight share a call. */
export function createProtectedConnection(options: ProtectedConnectionOptions) {
  const { connectionName, toolPrefix, transport, settings, cache, log } = options;
  /** The reads in flight that other callers can join, by identifier, then by tool and input. */
  const joinable = new Map<string, Map<string, ToolCall>>();
  /** The calls in flight that can change data. Reads that began before a change are not joined after it. */
  const changes = new Set<ToolCall>();
  const connection: CallConnection = {
    connectionName,
    queue: createSlotQueue(
      {
        ...queueLimits,
        maxRunning: transport.maxRequestsInFlight ?? defaultMaxRequests,
        ...omitUndefined({ usualRunning: transport.usualRequestsInFlight }),
      },
      sendTogether,
    ),
    breakers: new CircuitBreakers({ connectionName, minCalls: settings.minCountedCalls, log }),
    retry: new Retry(settings),
    attemptTimeoutMs: settings.toolTimeoutMs,
    maxBatchCalls: (identifier) => transport.maxBatchCalls?.({ connectionName, identifier }) ?? 1,
    honoursKeys: () => transport.honoursKeys?.() ?? false,
    onAccountError(identifier) {
      // Invalidate the cached results: a caller whose account is missing or expired must not read them.
      cache?.invalidate({ connectionName, identifier });
    },
    onAccountVersion(identifier, version) {
      if (cache?.reportAccountVersion({ connectionName, identifier }, version)) joinable.delete(identifier);
    },
    onClose,
  };

  return {
    /** Sends a call and settles it. Callers that share a read receive the same frozen record. */
    send(call: CallerCall): void {
      const { tool, identifier } = call;
      if (!cache?.covers(call)) return sendOrJoin(call);
      const send = (sent: CallerCall) => {
        const { promise, resolve, reject } = Promise.withResolvers<CallResult>();
        sendOrJoin({ ...sent, succeed: resolve, fail: reject });
        return promise;
      };
      const account = { connectionName, identifier };
      cache.get({ account, toolName: toolPrefix + tool.name, call, send }).then(
        (result) => call.succeed(result),
        (error: unknown) => call.fail(error),
      );
    },
    async listTools({ identifier, signal }: { identifier: string; signal: AbortSignal }): Promise<ListedTool[]> {
      const { promise, resolve, reject } = Promise.withResolvers<ListedTool[]>();
      let tools: ListedTool[] = [];
      const send = sendEach(async (call) => {
        tools = await transport.listTools({ connectionName, identifier, signal: call.signal });
      });
      const ends = { succeed: () => resolve(tools), fail: reject };
      const caller = { identifier, signal, deadlineAt: Infinity, ledger: createToolLedger(), trace: noTrace, log };
      const call = { ...caller, ...ends, tool: listing, input: undefined, keys: 1 };
      new ToolCall(call, connection, { toolName: listing.name, send }).begin();
      return promise;
    },
    discardReads(identifier: string): void {
      cache?.invalidate({ connectionName, identifier });
      joinable.delete(identifier);
    },
    honoursKeys: connection.honoursKeys,
    reportReachable: () => connection.breakers.reportReachable(),
    status: () => ({
      connectionName,
      breaker: connection.breakers.state,
      pausedIdentifiers: connection.breakers.pausedIdentifiers,
      callsInFlight: connection.queue.running,
      callsQueued: connection.queue.waiting,
    }),
  };

  function sendOrJoin(call: CallerCall): void {
    const { tool, identifier, ledger, keys, signal } = call;
    try {
      signal.throwIfAborted();
      const isRead = tool.class === 'read';
      // Do not join a read of another version: its result may be outdated.
      const key = isRead ? canonicalJson([tool.name, call.input, call.version?.id ?? null]) : '';
      const shared = isRead ? joinable.get(identifier)?.get(key) : undefined;
      if (shared) {
        const entry = ledger.begin({ tool: tool.name, source: 'SHARED', keys });
        return shared.join(withEntry(call, entry));
      }
      // Check the budget before the read starts: a spent budget must not fail other operations that join the read.
      if (isRead) ledger.requireBudget(tool.name);
      const toolName = toolPrefix + tool.name;
      const started = new ToolCall(call, connection, { toolName, span: startCallSpan(options, call) });
      if (isRead) makeJoinable(started, key);
      else {
        joinable.clear();
        changes.add(started);
      }
      started.begin();
    } catch (error) {
      call.fail(error);
    }
  }

  /** Makes a read joinable, unless a change by any user is in flight: users share lists. */
  function makeJoinable(read: ToolCall, key: string): void {
    if (changes.size > 0) return;
    const ofIdentifier = joinable.get(read.key) ?? new Map<string, ToolCall>();
    joinable.set(read.key, ofIdentifier.set(key, read));
    read.joinKey = key;
  }

  function onClose(call: ToolCall): void {
    if (call.request.tool.class !== 'read') {
      if (call.state === 'ended' && changes.delete(call)) joinable.clear();
      return;
    }
    const ofIdentifier = joinable.get(call.key);
    if (ofIdentifier?.get(call.joinKey) !== call) return;
    ofIdentifier.delete(call.joinKey);
    if (ofIdentifier.size === 0) joinable.delete(call.key);
  }

  function sendTogether(calls: readonly ToolCall[], slot: Slot): void {
    const sent = calls.filter((call) => call.start(slot));
    if (sent.length === 0) return;
    try {
      (sent[0]?.send ?? transport.send)(sent);
    } catch (error) {
      for (const call of sent) call.fail(error);
    }
  }
}

/** Ends the caller's entry of the ledger together with the caller. */
const withEntry = (caller: Waiter, entry: LedgerEntry): Waiter => ({
  signal: caller.signal,
  deadlineAt: caller.deadlineAt,
  onAccountVersion: (version) => caller.onAccountVersion?.(version),
  succeed(result) {
    entry.end();
    caller.succeed(result);
  },
  fail(error) {
    entry.fail(error);
    caller.fail(error);
  },
});

const defaultMaxRequests = 50;

const queueLimits = {
  /** Maximum number of requests in flight of one identifier, each with one call or a batch. */
  maxRunningPerKey: 10,
  /** Maximum number of calls in flight of one identifier, in all its requests together. */
  maxTasksPerKey: 100,
  /** Maximum number of waiting calls, which bounds the memory of the queue. */
  maxWaiting: 10_000,
  /** Maximum number of waiting calls of one identifier: the whole tool call budgets of ten operations. */
  maxWaitingPerKey: 10 * toolCallBudget,
};

/** Lets a request for the list of tools be queued and retried like a call of a tool. Its `connector` is not used. */
const listing: Tool = {
  connector: 'talent',
  name: 'list_tools',
  description: 'Lists the tools of a connection.',
  class: 'read',
  input: z.unknown(),
  output: z.unknown(),
};

function startCallSpan(
  { connectionName, telemetry: { metrics, tracer } }: ProtectedConnectionOptions,
  { tool: { name: tool }, trace: parent }: CallerCall,
): CallSpan {
  const startedAt = performance.now();
  const span = tracer.startSpan(
    `execute_tool ${tool}`,
    { kind: SpanKind.CLIENT, attributes: { 'tool.name': tool, 'tool.connection': connectionName } },
    parent.context,
  );
  return {
    trace: { ...parent, context: trace.setSpan(parent.context, span) },
    end({ attempts, error, isAborted }) {
      const outcome = error === undefined ? 'OK' : outcomeOf(error, isAborted);
      if (error !== undefined) span.setAttribute('error.type', outcome).setStatus({ code: SpanStatusCode.ERROR });
      metrics.toolCallDuration.observe({ tool, outcome }, (performance.now() - startedAt) / 1000);
      if (attempts > 1) metrics.toolCallRetries.inc({ tool }, attempts - 1);
      span.setAttributes({ 'tool.attempts': attempts, 'tool.source': 'CALLED' });
      span.end();
    },
  };
}

function outcomeOf(error: unknown, isAborted: boolean): string {
  const failure = operationTimeoutAsToolError(error, '');
  if (failure instanceof ToolError) return failure.code;
  return isAborted ? 'CANCELLED' : 'INTERNAL_SERVER_ERROR';
}
