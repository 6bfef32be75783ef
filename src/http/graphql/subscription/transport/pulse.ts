/** A timer that all streams of the process share: thousands of timers of their own would cost memory and wake-ups. */
export interface Pulse {
  /** Calls `beat` at every interval. @returns a function that ends this */
  add(beat: () => void): () => void;
}

export function createPulse(intervalMs: number): Pulse {
  const beats = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add(beat) {
      beats.add(beat);
      timer ??= setInterval(() => {
        for (const each of beats) each();
      }, intervalMs).unref();
      return () => {
        beats.delete(beat);
        if (beats.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
