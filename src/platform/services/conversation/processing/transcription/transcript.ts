/** What was read from a recording. Its speakers are labels, not participants. */
export interface Transcript {
  /** Segments in order of time; every segment has text. */
  segments: SpokenSegment[];
  /** Number of cues or entries that could not be read. */
  skippedCues: number;
  /** Number of all cues or entries, including unreadable ones. */
  cueCount?: number;
  /** The first cue that could not be read. */
  firstSkipped?: { line: number; text: string } | undefined;
  warnings?: readonly string[] | undefined;
  /** Duration of the recording; if missing, the recording ends with its last segment. */
  durationMs?: number | undefined;
}

export interface SpokenSegment {
  /** Null if the segment has no label. */
  speaker: string | null;
  /** Milliseconds since the start of the recording. */
  startMs: number;
  endMs: number;
  text: string;
}

/** Maximum time, about 24 days: times are stored in milliseconds as 32-bit integers. */
export const maxTimeMs = 2 ** 31 - 1;

export const isTimeSpan = (startMs: number, endMs: number) => startMs >= 0 && endMs >= startMs && endMs <= maxTimeMs;
