import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import type { AdmittedCall } from '../session/tool-session.ts';

/** A call that passed the checks of its session, with its caller and the deadline of its operation. */
export interface CallerCall extends AdmittedCall {
  identifier: string;
  signal: AbortSignal;
  /** Deadline of the operation, on the clock of `performance.now()`. */
  deadlineAt: number;
  trace: RequestTrace;
}

/** The payload of a call, and the record that its schema made of it. */
export interface CallResult {
  payload: unknown;
  /** Frozen with all its parts if several callers share it. */
  record: unknown;
}

/** Called when a call has ended. */
export interface CallEnds {
  succeed(result: CallResult): void;
  fail(error: unknown): void;
}

/** A caller that waits for a call. */
export interface Waiter extends CallEnds {
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
  /** The listener of the signal. */
  leave(): void;
}

/** Freezes a value and everything in it. A frozen `Date` can still be changed by its methods; no code may call them. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
