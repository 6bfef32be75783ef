/** Waits on the clock that tests can stop, unlike `node:timers/promises`. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
