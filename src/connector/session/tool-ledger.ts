import { ToolError } from '../tool-error.ts';

/** One tool call as `extensions.toolCalls` shows it. */
export interface ToolCallTrace {
  tool: string;
  /** `CALLED`: went out; `SHARED`: another call in flight answered; `CACHED`: kept from an earlier one. */
  source: 'CALLED' | 'SHARED' | 'CACHED';
  /** How many keys of the graph the call answers: ids of a batch, else 1. */
  keys: number;
  /** Since the operation began. */
  startMs: number;
  durationMs: number;
}

/** How many tool calls one operation may spend. */
export const toolCallBudget = 200;

/** What an operation asks of tools: every answer is an entry, and every call that goes out spends its budget. */
export interface ToolLedger {
  /**
   * Notes a call or an answer that begins now, or began at `startMs`.
   * @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` for a call that the operation may not spend any more
   */
  begin(entry: Pick<ToolCallTrace, 'tool' | 'source' | 'keys'>, startMs?: number): LedgerEntry;
  /** Milliseconds since the operation began. */
  elapsedMs(): number;
  readonly isSpent: boolean;
  /** How many calls may still go out. */
  readonly left: number;
  /** The error for a call that the operation may not spend any more. */
  exceeded(tool: string): ToolError;
  /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` when no call may go out any more */
  requireBudget(tool: string): void;
  /** In order of start. */
  readonly trace: readonly ToolCallTrace[];
}

export interface LedgerEntry {
  end(): void;
  /** Nothing went out after all. */
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
    begin(noted, startMs = elapsedMs()) {
      const cost = noted.source === 'CALLED' ? 1 : 0;
      if (spent + cost > budget) throw budgetExceeded(noted.tool, budget);
      spent += cost;
      const entry: ToolCallTrace = { ...noted, startMs, durationMs: 0 };
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
    message: `This operation needs more than ${budget} tool calls; ask for fewer parents or fields at once.`,
    tool,
  });
