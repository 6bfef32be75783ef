/** Waits on the clock that tests can stop, unlike `node:timers/promises`. */
// oxlint-disable-next-line timing/no-sleep -- delays responses, often on the stopped clock
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
