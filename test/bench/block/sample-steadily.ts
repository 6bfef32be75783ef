import { setTimeout as wait } from 'node:timers/promises';

const everyMs = 25;

/**
 * Sends requests at a steady rate, whether or not earlier ones have been answered: waiting for answers would hide the
 * slow ones.
 */
export async function sampleSteadily<Result>(send: () => Promise<Result>, isOver: () => boolean): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  while (!isOver()) {
    results.push(send());
    await wait(everyMs);
  }
  return Promise.all(results);
}
