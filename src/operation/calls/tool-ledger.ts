import { CodedError } from '../../tools/errors/coded-error.ts';
import type { ErrorCode } from '../../tools/errors/error-codes.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { untilAborted } from '../promises.ts';

/** An entry of `extensions.toolCalls`. */
interface ToolCallTrace {
  tool: string;
  /** `SHARED`: the call joined an identical call in flight. `CACHED`: the result was cached. */
  source: 'CALLED' | 'SHARED' | 'CACHED';
  /** Number of loader keys that the call serves, such as the ids of a batch. */
  keys: number;
  /** Milliseconds since the start of the operation. */
  startMs: number;
  durationMs: number;
  error?: ErrorCode;
}

export const toolCallBudget = 200;

export type ToolLedger = ReturnType<typeof createToolLedger>;

export type LedgerEntry = ReturnType<ToolLedger['begin']>;

/** Records the tool calls of an operation. Only calls that are sent count towards its budget. */
export function createToolLedger(budget: number = toolCallBudget) {
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
    get sent(): number {
      return spent;
    },
    get isSpent(): boolean {
      return spent >= budget;
    },
    /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` if the budget does not allow another call */
    requireBudget(tool: string): void {
      if (spent >= budget) throw budgetExceeded(tool, budget);
    },
    get trace(): readonly ToolCallTrace[] {
      return [...entries].toSorted((a, b) => a.startMs - b.startMs);
    },
    /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` for a call beyond the budget */
    begin(started: Pick<ToolCallTrace, 'tool' | 'source' | 'keys'>, startMs = elapsedMs()) {
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
        fail(error: unknown): void {
          end();
          entry.error = error instanceof CodedError ? error.code : 'INTERNAL_SERVER_ERROR';
        },
        /** Removes the entry and returns its call to the budget, because the call was not sent. */
        withdraw(): void {
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

/** Calls reserved for batched tools, which start late: calls per object could otherwise use up the budget first. */
export interface CallReservation {
  /** Tools that are called per object. They cannot use the reserved calls until these are released. */
  perObjectTools: ReadonlySet<string>;
  /** Number of reserved calls by batched tool. */
  batched: ReadonlyMap<string, number>;
}

interface WaitingCall {
  tool: string;
  proceed: () => void;
  reject: (error: ToolError) => void;
}

/**
 * Enforces a reservation. Once only reserved calls are left, per-object calls wait until no call of the operation is in
 * flight. They may then use the reserved calls that batched tools did not need, except for one call for each batched
 * tool that has not been called yet: that tool may need the result of a waiting call.
 */
function createReservation({ left, exceeded }: { left: () => number; exceeded: (tool: string) => ToolError }) {
  let perObjectTools: ReadonlySet<string> = new Set();
  let reserved = new Map<string, number>();
  let isReleased = false;
  let inFlight = 0;
  let waiting: WaitingCall[] = [];
  const called = new Set<string>();

  const reservedCalls = () => [...reserved.values()].reduce((sum, calls) => sum + calls, 0);

  return {
    reserve(reservation: CallReservation): void {
      perObjectTools = reservation.perObjectTools;
      reserved = new Map(reservation.batched);
    },

    mustWait: (tool: string) => perObjectTools.has(tool) && reservedCalls() > 0 && left() <= reservedCalls(),

    /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` if no unreserved call is left, or the signal's reason */
    async wait(tool: string, signal: AbortSignal): Promise<void> {
      if (isReleased) throw exceeded(tool);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ tool, proceed: resolve, reject });
      releaseWhenIdle();
      await untilAborted(signal, () => promise);
    },

    begin(tool: string): void {
      called.add(tool);
      const reservedForTool = reserved.get(tool) ?? 0;
      if (reservedForTool > 0) reserved.set(tool, reservedForTool - 1);
      inFlight += 1;
    },

    end(): void {
      inFlight -= 1;
      releaseWhenIdle();
    },
  };

  function releaseWhenIdle(): void {
    // Wait for the next iteration of the event loop: until then, loaders start calls that depend on the last result.
    if (inFlight === 0 && waiting.length > 0) setImmediate(release);
  }

  function release(): void {
    if (inFlight > 0) return;
    isReleased = true;
    reserved = new Map([...reserved.keys()].filter((tool) => !called.has(tool)).map((tool) => [tool, 1]));
    const free = left() - reservedCalls();
    for (const [index, { tool, proceed, reject }] of waiting.entries()) {
      if (index < free) proceed();
      else reject(exceeded(tool));
    }
    waiting = [];
  }
}
