import { createBlockingTime } from '../infrastructure/fairness/blocking-time.ts';
import { cpuTurns } from './cpu-turns.ts';

/** In milliseconds. */
const maxBlockMs = 5;

export const turnsOfWork = {
  /** For work in many small pieces: call `isDue` after each piece, and `take` if other callers must get a turn. */
  open(identifier: string) {
    const cpu = cpuTurns.open(identifier);
    const blockingTime = createBlockingTime(maxBlockMs);
    return {
      get isDue(): boolean {
        blockingTime.start();
        return blockingTime.isTooLong;
      },
      async take(): Promise<void> {
        do await cpu.step(() => {});
        while (blockingTime.isTooLong);
      },
    };
  },
};
