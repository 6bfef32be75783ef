/** Runs after the promises of this tick, as the schedule of DataLoader does. */
export function afterPromises(next: () => void): void {
  void Promise.resolve().then(() => process.nextTick(next));
}

/** Rejects with the signal's reason as soon as it is aborted, even if the work ignores the signal. */
export async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
