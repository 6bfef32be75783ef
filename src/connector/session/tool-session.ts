import type { Logger } from 'pino';
import { boundedIssues, type InputIssue, issueText } from '../../tools/rules/input-issues.ts';
import { parseToolInput, type Tool, type ToolInput, type ToolRecord } from '../../tools/tool.ts';
import { operationTimeoutAsToolError } from '../../operation/calls/operation-timeout.ts';
import { requireScope, type Scope, scopeOf } from '../../tools/scope.ts';
import { malformedPayload, parsePayload } from '../payload.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { createToolLedger, type ToolCallTrace, type ToolLedger } from '../../operation/calls/tool-ledger.ts';
import { withoutUnreadableItems } from './unreadable-items.ts';

export interface CallOptions {
  /** Number of loader keys that the call serves, for the trace; 1 by default. */
  keys?: number;
  /**
   * Name of the parameter that lists ids. Each item is then cached under its own `id`, so callers can rely only on the
   * items of the result, not on their order or on other fields such as `total`.
   */
  idParameter?: string;
}

/** Makes the tool calls of one operation of one caller. */
export interface ToolSession {
  /**
   * Calls a tool and parses its payload.
   * @throws ToolError for a missing scope, invalid input, a spent budget, a rejection or fault of the service, a
   * timeout, or a payload that cannot be parsed; or the signal's reason
   */
  call<T extends Tool>(tool: T, input: ToolInput<T>, options?: CallOptions): Promise<ToolRecord<T>>;
  /** The tool calls so far, ordered by start time. */
  readonly trace: readonly ToolCallTrace[];
  readonly signal: AbortSignal;
  readonly scopes: ReadonlySet<Scope>;
}

/** A call that the caller's scopes allow, with its parsed input. The sender must call `succeed` or `fail`. */
export interface AdmittedCall {
  tool: Tool;
  input: unknown;
  keys: number;
  idParameter?: string;
  ledger: ToolLedger;
  /** Parses the payload. @throws ToolError if it cannot be used */
  read(payload: unknown): unknown;
  /** @param record what `read` made of the payload; frozen if several calls share it */
  succeed(record: unknown): void;
  fail(error: unknown): void;
}

export interface ToolSessionOptions {
  /** Sends a call, records it in its ledger and ends it; must not throw. */
  send(call: AdmittedCall): void;
  signal: AbortSignal;
  scopes: ReadonlySet<Scope>;
  /** Logs the unreadable items that were dropped from payloads. */
  log: Logger;
  ledger?: ToolLedger;
}

export function createToolSession({
  send,
  signal,
  scopes,
  log,
  ledger = createToolLedger(),
}: ToolSessionOptions): ToolSession {
  const { reservation } = ledger;

  return {
    get trace() {
      return ledger.trace;
    },
    signal,
    scopes,
    call,
  };

  // Declare an overload, because the type system cannot relate the tool of a call to the record that it shares.
  function call<T extends Tool>(tool: T, input: ToolInput<T>, options?: CallOptions): Promise<ToolRecord<T>>;
  function call(tool: Tool, input: unknown, { keys = 1, ...options }: CallOptions = {}): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const fail = (error: unknown) => reject(failureOf(tool, error));
    try {
      requireScope(scopes, scopeOf(tool), { name: tool.name, tool: tool.name });
      const parsed = parseToolInput(tool, input);
      if ('issues' in parsed) throw invalidInput(tool, parsed.issues);
      signal.throwIfAborted();
      const admitted: AdmittedCall = {
        ...options,
        tool,
        input: parsed.data,
        keys,
        ledger,
        read: (payload) => read(tool, payload, log),
        succeed(record) {
          reservation.end();
          resolve(record);
        },
        fail(error) {
          reservation.end();
          fail(error);
        },
      };
      if (reservation.mustWait(tool.name)) reservation.wait(tool.name, signal).then(() => begin(admitted), fail);
      else begin(admitted);
    } catch (error) {
      fail(error);
    }
    return promise;
  }

  function begin(admitted: AdmittedCall): void {
    reservation.begin(admitted.tool.name);
    send(admitted);
  }
}

/** What the caller of a tool sees of an error. */
function failureOf(tool: Tool, error: unknown): unknown {
  const failure = operationTimeoutAsToolError(error, tool.name);
  return tool.class === 'once' && failure instanceof ToolError ? failure.forOnceCall() : failure;
}

const invalidInput = ({ name }: Tool, issues: InputIssue[]) =>
  new ToolError({ code: 'BAD_USER_INPUT', message: issueText(boundedIssues(issues)), issues, tool: name });

function read(tool: Tool, payload: unknown, log: Logger): unknown {
  const parsed = parsePayload(tool.output, payload);
  if ('data' in parsed) return parsed.data;
  const rest = withoutUnreadableItems(payload, parsed.issues);
  const readable = rest && parsePayload(tool.output, rest.payload);
  if (!readable || 'issues' in readable) {
    const fault = (count: number) => issueText(parsed.issues.slice(0, count), 'it');
    throw malformedPayload(tool.name, fault(1), new Error(fault(20)));
  }
  for (const { path, message } of rest.dropped) {
    log.warn({ tool: tool.name, path: path.join('.'), reason: message }, 'dropped an unreadable item of a payload');
  }
  return readable.data;
}
