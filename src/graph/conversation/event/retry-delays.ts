import { setTimeout as delay } from 'node:timers/promises';

/** Delay before the first repetition of a read between two events, in milliseconds. */
export const initialDelayMs = 1_000;

/** Returns the delay that follows a delay: twice as long, up to ten seconds. */
export const nextDelayMs = (delayMs: number): number => Math.min(2 * delayMs, 10_000);

/**
 * Runs work until it succeeds, with growing delays of one to ten seconds between the attempts.
 * @throws the work's error if it is permanent, or the reason of the signal
 */
export async function retryUntilSuccess<Result>(
  work: () => Promise<Result>,
  { signal, isPermanent }: { signal: AbortSignal; isPermanent: (error: unknown) => boolean },
): Promise<Result> {
  for (let delayMs = initialDelayMs; ; delayMs = nextDelayMs(delayMs)) {
    try {
      return await work();
    } catch (error) {
      if (isPermanent(error)) throw error;
    }
    await delay(delayMs, undefined, { signal });
  }
}
