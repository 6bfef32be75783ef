import { createEventLoopTurn } from '../infrastructure/fairness/event-loop-turn.ts';
import { cpuTurns } from './cpu-turns.ts';

/** In milliseconds. */
const maxBlockMs = 5;

export const turnsOfWork = {
  /** For work in many small pieces: between two of them, it asks whether a turn is due, and takes it for the caller. */
  open(identifier: string) {
    const cpu = cpuTurns.open(identifier);
    const turn = createEventLoopTurn(maxBlockMs);
    return {
      get isDue(): boolean {
        turn.start();
        return turn.isTooLong;
      },
      async take(): Promise<void> {
        do await cpu.step(() => {});
        while (turn.isTooLong);
      },
    };
  },
};
