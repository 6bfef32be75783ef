export function createCallerLimit(max: number) {
  const counts = new Map<string, number>();
  return {
    /** Returns a function that releases the place; undefined if the caller has no free place. */
    acquire(identifier: string): (() => void) | undefined {
      const count = counts.get(identifier) ?? 0;
      if (count >= max) return undefined;
      counts.set(identifier, count + 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        const left = (counts.get(identifier) ?? 1) - 1;
        if (left === 0) counts.delete(identifier);
        else counts.set(identifier, left);
      };
    },
  };
}
