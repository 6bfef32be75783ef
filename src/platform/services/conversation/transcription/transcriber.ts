import type { Transcript } from './transcript.ts';

export interface AudioRecording {
  content: AsyncIterable<Uint8Array>;
  /** In bytes. */
  size: number;
  mediaType: string;
}

/** Turns speech into text. */
export interface Transcriber {
  /**
   * @param options.language a locale such as en_GB
   * @throws RecordingError when it cannot
   */
  transcribe(recording: AudioRecording, options: { language: string | null; signal: AbortSignal }): Promise<Transcript>;
}
