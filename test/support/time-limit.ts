/** How much slower this machine is than a quiet one with two cores: 1 to 8, set by the runner. */
export const slowness = Number(process.env['TEST_SLOWNESS'] ?? 1);

/** Milliseconds after which a test counts as hanging on this machine. Passing tests end earlier. */
export const timeLimit = (seconds: number, factor = slowness): number => Math.round(seconds * 1000 * factor);
