/** What was said, before it is known who of the team said it. */
export interface Transcript {
  /** In order of time; never without text. */
  segments: SpokenSegment[];
  /** Cues that could not be read and were left out. */
  skippedCues: number;
  /** How long the recording is, where that is known; otherwise it lasts until the last word. */
  durationMs?: number | undefined;
}

export interface SpokenSegment {
  /** As the transcript calls them; null when it does not say. */
  speaker: string | null;
  startMs: number;
  endMs: number;
  text: string;
}

/** Times are stored as 32-bit numbers of milliseconds: 24 days. */
export const latestMs = 2 ** 31 - 1;

/** Whether times can be those of something that was said. */
export const isSpan = (startMs: number, endMs: number) => startMs >= 0 && endMs >= startMs && endMs <= latestMs;

/** Lines and runs of spaces are as wide as one space; half of a surrogate pair is no text. */
export const plainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim();
