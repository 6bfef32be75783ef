/**
 * Does the work and stops waiting for it at once when the signal ends, whatever the work does.
 * @throws the signal's reason, or what the work throws
 */
export async function untilAborted<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
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
