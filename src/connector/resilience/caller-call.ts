import type { Logger } from 'pino';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import type { ToolLedger } from '../../operation/calls/tool-ledger.ts';
import type { Tool } from '../../tools/tool.ts';

/** A caller that waits for the result of a call, which other callers may share. */
export interface Waiter {
  readonly signal: AbortSignal;
  /** Deadline of the operation, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
  /** Receives the version of the account that answered, if the platform sends it, before the call is ended. */
  onAccountVersion?(version: string): void;
  succeed(result: CallResult): void;
  fail(error: unknown): void;
}

/** The version of the record that a call reads, as an earlier call returned it. Equal versions have equal results. */
export interface ResultVersion {
  /** Version of the record, such as the time of its last change. */
  id: string;
  /** How long later calls with the same version may reuse the result. */
  ttlMs: number;
}

/** A call that the caller's scopes allow, with its parsed input. It must be ended with `succeed` or `fail`. */
export interface CallerCall extends Waiter {
  readonly tool: Tool;
  readonly input: unknown;
  readonly keys: number;
  readonly idParameter?: string;
  readonly version?: ResultVersion;
  readonly idempotencyKey?: string | undefined;
  readonly identifier: string;
  readonly ledger: ToolLedger;
  readonly trace: RequestTrace;
  readonly log: Logger;
}

export interface CallResult {
  payload: unknown;
  /** The parsed payload; frozen with all its parts if several callers share it. */
  record: unknown;
}

export interface CallSpan {
  /** The trace that the platform continues, with the span of the call as the parent. */
  trace: RequestTrace;
  end(result: { attempts: number; error?: unknown; isAborted: boolean }): void;
}

/** Freezes a value and everything in it. A frozen `Date` can still be changed by its methods; no code may call them. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
