import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { noTrace, type RequestTrace } from '../infrastructure/telemetry/trace-context.ts';
import { omitUndefined } from '../tools/rules/json.ts';
import { boundedIssues, type InputIssue, issueText } from '../tools/rules/input-issues.ts';
import {
  type ConnectorKind,
  parseToolInput,
  type Tool,
  type ToolInput,
  type ToolRecord,
  requireScope,
  type Scope,
  scopeOf,
} from '../tools/tool.ts';
import { operationTimeoutAsToolError } from '../operation/calls/operation-timeout.ts';
import { ToolError } from '../tools/errors/tool-error.ts';
import { createToolLedger, type ToolLedger } from '../operation/calls/tool-ledger.ts';
import type { CallerCall, ResultVersion } from './resilience/caller-call.ts';
import { type ProtectedConnection, createProtectedConnection } from './resilience/protected-connection.ts';
import { createTelemetry, type Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import type { ResultCache } from './resilience/cache/result-cache.ts';
import type { ResilienceSettings } from './resilience/settings.ts';
import type { Transport } from './transport.ts';

export interface ConnectionNaming {
  /** The name that is configured on the platform. */
  connectionName: string;
  /** Prefix of every tool name; may be empty. */
  toolPrefix: string;
}

export type Connector = ReturnType<typeof createConnector>;

export interface ConnectorOptions {
  transport: Transport;
  connections: Partial<Record<ConnectorKind, ConnectionNaming>>;
  resilience: ResilienceSettings;
  cache?: ResultCache | undefined;
  telemetry?: Pick<Telemetry, 'metrics' | 'tracer'>;
  log: Logger;
}

export function createConnector({
  transport,
  connections,
  resilience: settings,
  cache,
  telemetry = createTelemetry(),
  log,
}: ConnectorOptions) {
  const open = kinds.flatMap((kind) => {
    const naming = connections[kind];
    if (!naming) return [];
    const connection = createProtectedConnection({ ...naming, transport, settings, cache, telemetry, log });
    return [{ kind, connectionName: naming.connectionName, connection }];
  });

  function connectionTo(kind: ConnectorKind): ProtectedConnection {
    const found = open.find((candidate) => candidate.kind === kind);
    if (!found) throw new Error(`No connection is configured for ${kind}.`);
    return found.connection;
  }

  return {
    connections: open.map(({ kind, connectionName }) => ({ kind, connectionName })),
    /** Discards cached results of an identifier; later reads do not join reads already in flight. */
    discardReads(identifier: string): void {
      for (const { connection } of open) connection.discardReads(identifier);
    },
    /** Ends pauses of the circuit breakers early, after another kind of request has reached the platform. */
    reportReachable(): void {
      for (const { connection } of open) connection.reportReachable();
    },
    status: () => open.map(({ connection }) => connection.status()),
    openSession: (operation: SessionOptions) => createToolSession(connectionTo, { log, ...operation }),
    /** @throws ToolError, such as `NOT_CONNECTED`, `CONNECTION_EXPIRED` or `UPSTREAM_UNAVAILABLE` */
    async listTools({ kind, ...request }: { kind: ConnectorKind; identifier: string; signal: AbortSignal }) {
      try {
        return await connectionTo(kind).listTools(request);
      } catch (error) {
        throw operationTimeoutAsToolError(error, 'list_tools');
      }
    },
  };
}

const kinds: ConnectorKind[] = ['talent', 'convo'];

export interface CallOptions {
  /** Number of loader keys that the call serves, for the trace; 1 by default. */
  keys?: number;
  /** Parameter with a list of ids. Items are cached one by one, so the order and `total` of the result can be wrong. */
  idParameter?: string;
  /** Version of the record, as read by this operation. The result is then cached even if the tool has no `cached`. */
  version?: ResultVersion;
  /** Key of a call of the class `once`: repeating the call with the same key changes nothing. Random by default. */
  idempotencyKey?: string | undefined;
}

export type OnceOptions = Pick<CallOptions, 'idempotencyKey'>;

export type ToolSession = ReturnType<typeof createToolSession>;

export interface SessionOptions {
  identifier: string;
  scopes: ReadonlySet<Scope>;
  signal: AbortSignal;
  /** No call is retried after this time on the clock of `performance.now()`. */
  deadlineAt?: number;
  ledger?: ToolLedger;
  trace?: RequestTrace;
  /** Logs the unreadable items that were dropped from payloads. */
  log?: Logger;
}

function createToolSession(
  connectionTo: (kind: ConnectorKind) => Pick<ProtectedConnection, 'send' | 'honoursKeys'>,
  {
    identifier,
    scopes,
    signal,
    deadlineAt = Infinity,
    ledger = createToolLedger(),
    trace = noTrace,
    log,
  }: SessionOptions & { log: Logger },
) {
  const { reservation } = ledger;
  const accountVersions = new Map<ConnectorKind, Set<string>>();

  return {
    /** The tool calls so far, ordered by start time. */
    get trace() {
      return ledger.trace;
    },
    signal,
    scopes,
    /** Returns whether results since the last call of this function came from different versions of an account. */
    takeAccountChange(): boolean {
      const isChanged = [...accountVersions.values()].some((versions) => versions.size > 1);
      accountVersions.clear();
      return isChanged;
    },
    call,
  };

  // An overload, because the implementation cannot prove to TypeScript that the record is of this tool.
  /** Calls a tool and parses its payload. Undefined inputs are omitted. @throws ToolError, or the signal's reason */
  function call<T extends Tool>(tool: T, input: ToolInput<T>, options?: CallOptions): Promise<ToolRecord<T>>;
  function call(tool: Tool, input: object, { keys = 1, ...options }: CallOptions = {}): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const isRepeatable = () => options.idempotencyKey !== undefined && connectionTo(tool.connector).honoursKeys();
    const fail = (error: unknown) => reject(failureOf(tool, error, isRepeatable));
    try {
      requireScope(scopes, scopeOf(tool), { name: tool.name, tool: tool.name });
      const parsed = parseToolInput(tool, omitUndefined(input));
      if ('issues' in parsed) throw invalidInput(tool, parsed.issues);
      signal.throwIfAborted();
      const admitted: CallerCall = {
        ...options,
        ...(tool.class === 'once' && { idempotencyKey: options.idempotencyKey ?? randomUUID() }),
        tool,
        input: parsed.data,
        keys,
        identifier,
        signal,
        deadlineAt,
        ledger,
        trace,
        log,
        onAccountVersion(version) {
          const versions = accountVersions.get(tool.connector) ?? new Set();
          accountVersions.set(tool.connector, versions.add(version));
        },
        succeed({ record }) {
          reservation.end();
          resolve(record);
        },
        fail(error) {
          reservation.end();
          fail(error);
        },
      };
      if (reservation.mustWait(tool.name)) reservation.wait(tool.name, signal).then(() => send(admitted), fail);
      else send(admitted);
    } catch (error) {
      fail(error);
    }
    return promise;
  }

  function send(admitted: CallerCall): void {
    const { tool } = admitted;
    reservation.begin(tool.name);
    try {
      connectionTo(tool.connector).send(admitted);
    } catch (error) {
      admitted.fail(error);
    }
  }
}

/** @param isRepeatable whether the caller has passed a key, and the platform honours keys */
function failureOf(tool: Tool, error: unknown, isRepeatable: () => boolean): unknown {
  const failure = operationTimeoutAsToolError(error, tool.name);
  if (tool.class !== 'once' || !(failure instanceof ToolError)) return failure;
  return failure.isRetryable && isRepeatable() ? failure.forKeyedCall() : failure.forOnceCall();
}

const invalidInput = ({ name }: Tool, issues: InputIssue[]) =>
  new ToolError({ code: 'BAD_USER_INPUT', message: issueText(boundedIssues(issues)), issues, tool: name });
