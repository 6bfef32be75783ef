import type { ToolError } from '../tool-error.ts';
import { untilAborted } from '../until-aborted.ts';

/** What of an operation's budget must stay for calls that answer many objects at once and come late. */
export interface CallRoom {
  /** Tools that are called for each of several objects: they leave the room free. */
  each: ReadonlySet<string>;
  /** By tool, how many calls for all objects together there is room for. */
  shared: ReadonlyMap<string, number>;
}

interface WaitingCall {
  tool: string;
  go: () => void;
  refuse: (error: ToolError) => void;
}

export interface CallRoomOptions {
  /** How many calls the operation may still make. */
  left: () => number;
  exceeded: (tool: string) => ToolError;
}

/**
 * Lets the calls for single objects wait once only the room of shared calls is left, until the operation has nothing
 * else in flight. By then the shared calls have been made: what they did not use goes to those that wait, but for one
 * call of each shared tool that has not been called yet, as it may need an answer that is still to come.
 */
export function createCallRoom({ left, exceeded }: CallRoomOptions) {
  let each: ReadonlySet<string> = new Set();
  let kept = new Map<string, number>();
  let isReleased = false;
  let inFlight = 0;
  let waiting: WaitingCall[] = [];
  const called = new Set<string>();

  const keptCalls = () => [...kept.values()].reduce((sum, calls) => sum + calls, 0);

  return {
    keep(room: CallRoom): void {
      each = room.each;
      kept = new Map(room.shared);
    },

    /** @throws ToolError `TOOL_CALL_BUDGET_EXCEEDED` for a call that the rest of the budget is not for */
    async run<Answer>(tool: string, signal: AbortSignal, call: () => Promise<Answer>): Promise<Answer> {
      if (each.has(tool) && keptCalls() > 0 && left() <= keptCalls()) await turn(tool, signal);
      called.add(tool);
      const room = kept.get(tool) ?? 0;
      if (room > 0) kept.set(tool, room - 1);
      inFlight += 1;
      try {
        return await call();
      } finally {
        inFlight -= 1;
        releaseWhenIdle();
      }
    },
  };

  async function turn(tool: string, signal: AbortSignal): Promise<void> {
    if (isReleased) throw exceeded(tool);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ tool, go: resolve, refuse: reject });
    releaseWhenIdle();
    await untilAborted(signal, () => promise);
  }

  function releaseWhenIdle(): void {
    // Loaders dispatch what an answer leads to within the turn of the event loop.
    if (inFlight === 0 && waiting.length > 0) setImmediate(release);
  }

  function release(): void {
    if (inFlight > 0) return;
    isReleased = true;
    kept = new Map([...kept.keys()].filter((tool) => !called.has(tool)).map((tool) => [tool, 1]));
    const free = left() - keptCalls();
    for (const [index, { tool, go, refuse }] of waiting.entries()) {
      if (index < free) go();
      else refuse(exceeded(tool));
    }
    waiting = [];
  }
}
