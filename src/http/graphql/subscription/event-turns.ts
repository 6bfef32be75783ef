import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';

/**
 * How long events are executed in one turn of the event loop, in milliseconds. Without a limit, a hundred subscriptions
 * that continue behind old cursors would block all other requests for seconds.
 */
const maxBlockMs = 5;

/** Maximum number of executions that start in one turn of the event loop and then wait for tool calls. */
const maxStarting = 16;

/** Executes the events of subscriptions in turns of the event loop. */
export interface EventTurns {
  /**
   * Executes an event as soon as it is the caller's turn.
   * @throws the signal's reason, or the error of the execution
   */
  run<Result>(turn: { identifier: string; signal: AbortSignal }, execute: () => Promise<Result>): Promise<Result>;
}

export function createEventTurns(): EventTurns {
  const queue = createFairQueue({ maxRunning: maxStarting, maxBlockMs });
  return {
    async run({ identifier, signal }, execute) {
      const started = await queue.run({ key: identifier, signal }, async () => {
        const result = execute();
        // Others do not wait for the tool calls of this event.
        await Promise.race([result, nextTurn()]);
        return { result };
      });
      return started.result;
    },
  };
}
