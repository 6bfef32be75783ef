import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { noTrace, type RequestTrace } from '../infrastructure/telemetry/trace-context.ts';
import { operationTimeoutAsToolError } from '../operation/calls/operation-timeout.ts';
import { createToolLedger, type ToolLedger } from '../operation/calls/tool-ledger.ts';
import { ToolError } from '../tools/errors/tool-error.ts';
import { boundedIssues, type InputIssue, issueText } from '../tools/rules/input-issues.ts';
import { omitUndefined } from '../tools/rules/json.ts';
import {
  type ConnectorKind,
  parseToolInput,
  requireScope,
  type Scope,
  scopeOf,
  type Tool,
  type ToolInput,
  type ToolRecord,
} from '../tools/tool.ts';
import type { CallerCall, ResultVersion } from './resilience/caller-call.ts';
import type { ProtectedConnection } from './resilience/protected-connection.ts';

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

/** A session makes the tool calls of one operation, event or command, for one identifier. */
export function createToolSession(
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
    const isKeyed = () => options.idempotencyKey !== undefined && connectionTo(tool.connector).honoursKeys();
    const rejectWith = (error: unknown) => reject(failureOf(tool, error, isKeyed));
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
          rejectWith(error);
        },
      };
      if (reservation.mustWait(tool.name)) reservation.wait(tool.name, signal).then(() => send(admitted), rejectWith);
      else send(admitted);
    } catch (error) {
      rejectWith(error);
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

/** @param isKeyed whether the caller has passed a key, and the platform honours keys */
function failureOf(tool: Tool, error: unknown, isKeyed: () => boolean): unknown {
  const failure = operationTimeoutAsToolError(error, tool.name);
  if (tool.class !== 'once' || !(failure instanceof ToolError)) return failure;
  return failure.isRetryable && isKeyed() ? failure.forKeyedCall() : failure.forOnceCall();
}

const invalidInput = ({ name }: Tool, issues: InputIssue[]) =>
  new ToolError({ code: 'BAD_USER_INPUT', message: issueText(boundedIssues(issues)), issues, tool: name });
