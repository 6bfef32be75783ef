import { recordingIssue } from './recording-issue.ts';
import type { RecordingHints, RecordingStore } from './recording-store.ts';

/** A file that came with a request and is stored. */
export interface ReceivedRecording {
  key: string;
  /** Signed, and good for a short time. */
  url: string;
  /** Why it cannot be a recording; undefined when it can. */
  fault: string | undefined;
}

/** Stores a file that came with a request. */
export async function receiveRecording(
  store: RecordingStore,
  content: AsyncIterable<Uint8Array>,
  hints: RecordingHints,
): Promise<ReceivedRecording> {
  const stored = await store.put(content, hints);
  return { key: stored.key, url: store.signedUrl(stored.key), fault: recordingIssue(stored) };
}
