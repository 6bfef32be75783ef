/** What was said in a recording, before speakers are identified as participants. */
export interface Transcript {
  /** Segments in order of time; every segment has text. */
  segments: SpokenSegment[];
  /** Number of cues that could not be read and were left out. */
  skippedCues: number;
  /** Warnings for the user who uploaded the recording. */
  warnings?: readonly string[] | undefined;
  /**
   * Length of the recording in milliseconds, if known. Otherwise the recording counts as ending with its last segment.
   */
  durationMs?: number | undefined;
}

export interface SpokenSegment {
  /** Speaker label in the transcript; null if it has none. */
  speaker: string | null;
  /** Milliseconds since the start of the recording. */
  startMs: number;
  endMs: number;
  text: string;
}

export interface AudioRecording {
  content: AsyncIterable<Uint8Array>;
  /** Size in bytes. */
  size: number;
  mediaType: string;
}

/** Converts speech to text. */
export interface Transcriber {
  /**
   * @param options.language locale such as en_GB; null if unknown
   * @throws RecordingError
   */
  transcribe(recording: AudioRecording, options: { language: string | null; signal: AbortSignal }): Promise<Transcript>;
}

/** Maximum time in a recording, about 24 days: times are stored in milliseconds as 32-bit integers. */
export const maxTimeMs = 2 ** 31 - 1;

/** Whether a segment can have these times. */
export const isTimeSpan = (startMs: number, endMs: number) => startMs >= 0 && endMs >= startMs && endMs <= maxTimeMs;

/** Collapses white space to single spaces and replaces lone surrogates and NUL with U+FFFD. */
export const plainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD').replace(/\s+/g, ' ').trim();
