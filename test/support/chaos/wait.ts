/** Uses the global `setTimeout`, which tests can fake, unlike `node:timers/promises`. */
// oxlint-disable-next-line timing/no-sleep -- delays responses, often on the stopped clock
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
