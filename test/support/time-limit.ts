/** How many times slower than the reference this machine is, from 1 to 8; measured once at the start of a run. */
export const slowness = Number(process.env['TEST_SLOWNESS'] ?? 1);

/** A limit that only ends a hanging test, in milliseconds on this machine. Waiting longer costs nothing when it succeeds. */
export const timeLimit = (seconds: number, factor = slowness): number => Math.round(seconds * 1000 * factor);
