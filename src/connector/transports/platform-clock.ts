/** The `Date` header contains whole seconds. */
const precisionMs = 1000;

/** Clocks drift, so an older estimate is replaced even if it is consistent with the latest response. */
const maxAgeMs = 60_000;

/** A larger difference between two clocks is unlikely: the header came from a cache or is wrong. */
const maxDifferenceMs = 86_400_000;

/** The clock by which the platform judges whether a time is in the future. @param now the clock of this machine */
export function createPlatformClock(now: () => Date) {
  let estimate = { offsetMs: 0, readAt: -Infinity };

  return {
    /** The platform's time or slightly earlier, never later. Until the first response: this machine's time. */
    now: () => new Date(now().getTime() + estimate.offsetMs),
    /** Call this before a request is sent, and the returned function with the `Date` header when a response begins. */
    startReading() {
      const sentAt = now().getTime();
      return (header: unknown) => {
        const platformTime = typeof header === 'string' ? Date.parse(header) : Number.NaN;
        const readAt = now().getTime();
        // The platform wrote the header between these two times, less than a second after the time that it contains.
        const minOffsetMs = platformTime - readAt;
        const maxOffsetMs = platformTime + precisionMs - sentAt;
        if (Number.isNaN(minOffsetMs) || Math.abs(minOffsetMs) > maxDifferenceMs) return;
        const { offsetMs } = estimate;
        const isCurrent = readAt - estimate.readAt < maxAgeMs;
        if (isCurrent && offsetMs >= minOffsetMs && offsetMs < maxOffsetMs) return;
        estimate = { offsetMs: minOffsetMs, readAt };
      };
    },
  };
}
