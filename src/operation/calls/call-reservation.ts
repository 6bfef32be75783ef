import type { ToolError } from '../../tools/errors/tool-error.ts';
import { untilAborted } from '../until-aborted.ts';

/**
 * The part of an operation's tool call budget that is reserved for batched calls. A batched call serves many objects
 * and starts late; without a reservation, per-object calls could use up the budget first.
 */
export interface CallReservation {
  /** Names of the tools that are called once per object and may not use the reserved calls. */
  perObjectTools: ReadonlySet<string>;
  /** Number of reserved calls by the name of the batched tool. */
  batched: ReadonlyMap<string, number>;
}

interface WaitingCall {
  tool: string;
  proceed: () => void;
  reject: (error: ToolError) => void;
}

export interface ReservationOptions {
  /** Returns how many calls the operation may still make. */
  left: () => number;
  exceeded: (tool: string) => ToolError;
}

/**
 * Enforces a reservation. Once only reserved calls are left, per-object calls wait until no call of the operation is in
 * flight. They may then use the reserved calls that the batched tools did not need, except for one call for each batched
 * tool that has not been called yet: that tool may need the result of a waiting call.
 */
export function createReservation({ left, exceeded }: ReservationOptions) {
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

    /** Whether a call must wait, because only reserved calls are left. */
    mustWait: (tool: string) => perObjectTools.has(tool) && reservedCalls() > 0 && left() <= reservedCalls(),

    /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` if no unreserved call is left after the wait; or the signal's reason */
    async wait(tool: string, signal: AbortSignal): Promise<void> {
      if (isReleased) throw exceeded(tool);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ tool, proceed: resolve, reject });
      releaseWhenIdle();
      await untilAborted(signal, () => promise);
    },

    /** Must be called when a call starts. */
    begin(tool: string): void {
      called.add(tool);
      const reservedForTool = reserved.get(tool) ?? 0;
      if (reservedForTool > 0) reserved.set(tool, reservedForTool - 1);
      inFlight += 1;
    },

    /** Must be called when a call that has started has ended. */
    end(): void {
      inFlight -= 1;
      releaseWhenIdle();
    },
  };

  function releaseWhenIdle(): void {
    // Wait for the next turn of the event loop: before it, loaders start the calls that depend on the last result.
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
