import { ToolError } from '../tool-error.ts';

/** An entry of `extensions.toolCalls`. */
export interface ToolCallTrace {
  tool: string;
  /**
   * `CALLED`: a call was sent. `SHARED`: a call that was already in flight was joined. `CACHED`: the result was cached.
   */
  source: 'CALLED' | 'SHARED' | 'CACHED';
  /** Number of keys that the call loads: the ids of a batch, otherwise 1. */
  keys: number;
  /** Milliseconds since the start of the operation. */
  startMs: number;
  durationMs: number;
}

/** Maximum number of tool calls that one operation may send. */
export const toolCallBudget = 200;

/**
 * Records the tool calls of an operation. Calls that are sent count towards its budget; shared and cached results do
 * not.
 */
export interface ToolLedger {
  /**
   * Adds an entry that starts now or at `startMs`.
   * @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` for a call beyond the budget
   */
  begin(entry: Pick<ToolCallTrace, 'tool' | 'source' | 'keys'>, startMs?: number): LedgerEntry;
  /** Milliseconds since the start of the operation. */
  elapsedMs(): number;
  readonly isSpent: boolean;
  /** Number of calls that can still be sent. */
  readonly left: number;
  /** The error for a call beyond the budget. */
  exceeded(tool: string): ToolError;
  /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` when the budget is spent */
  requireBudget(tool: string): void;
  /** The entries by start time. */
  readonly trace: readonly ToolCallTrace[];
}

export interface LedgerEntry {
  end(): void;
  /** Removes the entry of a call that was not sent. */
  withdraw(): void;
}

export function createToolLedger(budget: number = toolCallBudget): ToolLedger {
  const begun = performance.now();
  const entries = new Set<ToolCallTrace>();
  let spent = 0;
  const elapsedMs = () => performance.now() - begun;

  return {
    elapsedMs,
    exceeded: (tool) => budgetExceeded(tool, budget),
    get left() {
      return budget - spent;
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
      return {
        end() {
          entry.durationMs = elapsedMs() - entry.startMs;
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
