/** The clock of the platform, by which it judges whether a time is in the future. */
export interface PlatformClock {
  /**
   * Returns the time of the platform or up to about a second earlier, never later. Until the first response, it is the
   * time of this machine.
   */
  now(): Date;
  /** Call it before a request is sent, and what it returns with the `Date` header as soon as the response begins. */
  startReading(): (header: unknown) => void;
}

/** The header contains whole seconds. */
const precisionMs = 1000;

/** Clocks drift, so an older estimate is replaced even if it is consistent with the latest response. */
const maxAgeMs = 60_000;

/** A larger difference is not one between two clocks: the header was stored or made up. */
const maxDifferenceMs = 86_400_000;

/** @param now the clock of this machine */
export function createPlatformClock(now: () => Date): PlatformClock {
  let estimate = { offsetMs: 0, readAt: -Infinity };

  return {
    now: () => new Date(now().getTime() + estimate.offsetMs),
    startReading() {
      const sentAt = now().getTime();
      return (header) => {
        const platformTime = typeof header === 'string' ? Date.parse(header) : Number.NaN;
        const readAt = now().getTime();
        // The platform wrote the header between these two times, less than a second after the time that it contains.
        const minOffsetMs = platformTime - readAt;
        const maxOffsetMs = platformTime + precisionMs - sentAt;
        if (!(Math.abs(minOffsetMs) <= maxDifferenceMs)) return;
        const { offsetMs } = estimate;
        const isCurrent = readAt - estimate.readAt < maxAgeMs;
        if (isCurrent && offsetMs >= minOffsetMs && offsetMs < maxOffsetMs) return;
        estimate = { offsetMs: minOffsetMs, readAt };
      };
    },
  };
}
