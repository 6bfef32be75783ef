import type { SlotQueue, SlotTask } from '../../infrastructure/fairness/slot-queue.ts';
import type { AttemptTimer } from './attempt-timer.ts';
import type { CircuitBreakers } from './breaker/circuit-breakers.ts';
import type { Retry } from './retry.ts';

/** What the calls of a connection have in common: the checks that they pass. */
export interface ConnectionChecks<Call extends SlotTask> {
  queue: SlotQueue<Call>;
  breakers: CircuitBreakers;
  retry: Retry;
  timer: AttemptTimer;
  maxBatchCalls(identifier: string): number;
  /** Called when an account is missing or has expired. */
  onAccountError(identifier: string): void;
  /** Called when a call has ended, and when all its callers have left. */
  onClose(call: Call): void;
}
