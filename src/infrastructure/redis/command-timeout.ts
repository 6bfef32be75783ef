/** Time without a reply after which a command fails, in which this process was able to read one. */
const commandTimeoutMs = 100;
const tickMs = 10;

/**
 * Limits the time of a command, without the time during which the event loop was blocked: while this process is busy,
 * a reply can have arrived but not have been read. Every tick is a turn of the event loop that could have read it, and
 * a blocked loop counts as a single tick.
 * @throws Error if the time is up, or the command's error
 */
export async function withCommandTimeout<Result>(command: () => Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  let remainingTicks = commandTimeoutMs / tickMs;
  const timer = setInterval(() => {
    remainingTicks -= 1;
    if (remainingTicks === 0) reject(new Error(`Redis did not reply within ${commandTimeoutMs} ms.`));
  }, tickMs);
  try {
    return await Promise.race([command(), timeout]);
  } finally {
    clearInterval(timer);
  }
}
