/**
 * Automatic captions scroll: each cue shows the last lines of the cue before and adds one. Removes what was shown before, so
 * that each word appears once, at the time of its first appearance.
 * @param cues the lines of each cue, in order
 */
export function withoutRepeatedLines(cues: readonly (readonly string[])[]): string[][] {
  const repeated = cues.map((lines, index) => countRepeated(cues[index - 1] ?? [], lines));
  const shown = cues.flatMap((lines, index) => (lines.length > 0 && index > 0 ? [index] : []));
  const growing = shown.filter(
    (index) => (repeated[index] ?? 0) > 0 && (repeated[index] ?? 0) < (cues[index]?.length ?? 0),
  );
  const scrolling = shown.filter((index) => (repeated[index] ?? 0) > 0);
  const isRolling = growing.length > 0 && scrolling.length * 2 > shown.length;
  return cues.map((lines, index) => lines.slice(isRolling ? repeated[index] : 0));
}

/** No screen shows more lines of captions. */
const maxShown = 5;

/** How many lines at the end of a cue are those at the beginning of the next. */
function countRepeated(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length, maxShown); count > 0; count -= 1) {
    if (lines.slice(0, count).every((line, index) => line === before[before.length - count + index])) return count;
  }
  return 0;
}
