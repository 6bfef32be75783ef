import { CodedError } from '../../tools/errors/coded-error.ts';
import type { ErrorCode } from '../../tools/errors/error-codes.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { createReservation } from './call-reservation.ts';

/** An entry of `extensions.toolCalls`. */
export interface ToolCallTrace {
  tool: string;
  /**
   * `CALLED`: the call was sent. `SHARED`: it joined an identical call in flight. `CACHED`: its result was cached.
   */
  source: 'CALLED' | 'SHARED' | 'CACHED';
  /** Number of loader keys that the call serves, such as the ids of a batch. */
  keys: number;
  /** Milliseconds since the start of the operation. */
  startMs: number;
  durationMs: number;
  /** The code of the error with which the call failed; missing if it succeeded. */
  error?: ErrorCode;
}

/** Maximum number of tool calls that one operation may send. */
export const toolCallBudget = 200;

/**
 * Records the tool calls of an operation. Calls that are sent count towards the operation's budget; shared and cached
 * results do not.
 */
export interface ToolLedger {
  /**
   * Adds an entry for a call that starts at `startMs`, or now if that is omitted.
   * @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` for a call beyond the budget
   */
  begin(entry: Pick<ToolCallTrace, 'tool' | 'source' | 'keys'>, startMs?: number): LedgerEntry;
  /** Milliseconds since the start of the operation. */
  elapsedMs(): number;
  readonly isSpent: boolean;
  /** Number of calls that were sent. */
  readonly sent: number;
  /** Makes calls that serve one object leave a part of the budget to those that serve many. */
  readonly reservation: ReturnType<typeof createReservation>;
  /**
   * Checks that the budget allows another call.
   * @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` if it does not
   */
  requireBudget(tool: string): void;
  /** The entries, ordered by start time. */
  readonly trace: readonly ToolCallTrace[];
}

export interface LedgerEntry {
  end(): void;
  /** Ends the entry of a call that failed. */
  fail(error: unknown): void;
  /** Removes the entry of a call that was not sent after all, and no longer counts it towards the budget. */
  withdraw(): void;
}

export function createToolLedger(budget: number = toolCallBudget): ToolLedger {
  const startedAt = performance.now();
  const entries = new Set<ToolCallTrace>();
  let spent = 0;
  const elapsedMs = () => performance.now() - startedAt;

  return {
    elapsedMs,
    reservation: createReservation({
      left: () => budget - spent,
      exceeded: (tool) => budgetExceeded(tool, budget),
    }),
    get sent() {
      return spent;
    },
    get isSpent() {
      return spent >= budget;
    },
    requireBudget(tool) {
      if (spent >= budget) throw budgetExceeded(tool, budget);
    },
    get trace() {
      return [...entries].toSorted((a, b) => a.startMs - b.startMs);
    },
    begin(started, startMs = elapsedMs()) {
      const cost = started.source === 'CALLED' ? 1 : 0;
      if (spent + cost > budget) throw budgetExceeded(started.tool, budget);
      spent += cost;
      const entry: ToolCallTrace = { ...started, startMs, durationMs: 0 };
      entries.add(entry);
      const end = () => {
        entry.durationMs = elapsedMs() - entry.startMs;
      };
      return {
        end,
        fail(error) {
          end();
          entry.error = error instanceof CodedError ? error.code : 'INTERNAL_SERVER_ERROR';
        },
        withdraw() {
          if (entries.delete(entry)) spent -= cost;
        },
      };
    },
  };
}

const budgetExceeded = (tool: string, budget: number) =>
  new ToolError({
    code: 'TOOL_CALL_BUDGET_EXCEEDED',
    message: `This operation needs more than ${budget} tool calls. Request fewer objects or fields at once.`,
    tool,
  });
