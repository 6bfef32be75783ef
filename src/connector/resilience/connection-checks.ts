import type { SlotQueue } from '../../infrastructure/fairness/slot-queue.ts';
import type { AttemptTimer } from './attempt-timer.ts';
import type { CircuitBreakers } from './breaker/circuit-breakers.ts';
import type { Retry } from './retry.ts';
import type { ToolCall } from './tool-call.ts';

/** What the calls of a connection have in common: the checks that they pass. */
export interface ConnectionChecks {
  queue: SlotQueue<ToolCall>;
  breakers: CircuitBreakers;
  retry: Retry;
  timer: AttemptTimer;
  maxBatchCalls(identifier: string): number;
  /** Called when an account is missing or has expired. */
  onAccountError(identifier: string): void;
  /** Called when a call has ended, and when all its callers have left. */
  onClose(call: ToolCall): void;
}
