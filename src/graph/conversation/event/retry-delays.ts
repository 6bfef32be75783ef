import { setTimeout as delay } from 'node:timers/promises';

const initialDelayMs = 1_000;
const maxDelayMs = 10_000;

/**
 * Repeats work until it succeeds, after one second at first and ten seconds at most.
 * @throws the work's error if it is permanent, or the reason of the signal
 */
export async function retried<Result>(
  work: () => Promise<Result>,
  { signal, isPermanent }: { signal: AbortSignal; isPermanent: (error: unknown) => boolean },
): Promise<Result> {
  for (let delayMs = initialDelayMs; ; delayMs = Math.min(2 * delayMs, maxDelayMs)) {
    try {
      return await work();
    } catch (error) {
      if (isPermanent(error)) throw error;
    }
    await delay(delayMs, undefined, { signal });
  }
}
