import type { Readable } from 'node:stream';

export interface StoredRecording {
  /** Identifies the recording; contains only characters that need no escaping in a URL. */
  key: string;
  /** In bytes. */
  size: number;
  mediaType: string;
}

export interface OpenRecording extends StoredRecording {
  /** The whole content, or the requested range. */
  content: Readable;
}

/** What the sender declared about a recording; used only if its content does not reveal the media type. */
export interface RecordingHints {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

/** Positions of the first and last byte, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Stores recordings, such as files in a folder or objects in a bucket, without loading them into memory. */
export interface RecordingStore {
  /**
   * Stores the whole content, or nothing if reading it fails or this program ends early.
   * @param options.owner whose stored recordings `storedBy` counts
   */
  put(content: AsyncIterable<Uint8Array>, options?: RecordingHints & { owner?: string }): Promise<StoredRecording>;
  /** Counts the stored recordings of an owner. */
  storedBy(owner: string): Promise<{ files: number; bytes: number }>;
  /** @returns undefined when there is no recording with this key */
  find(key: string): Promise<StoredRecording | undefined>;
  /** @returns undefined when there is no recording with this key */
  open(key: string, range?: ByteRange): Promise<OpenRecording | undefined>;
  /** Does nothing when there is no recording with this key. */
  delete(key: string): Promise<void>;
  /** Lists the keys of the recordings that were stored before a time. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** Returns the space that is left for recordings, in bytes. */
  freeBytes(): Promise<number>;
  /** Returns an address that gives access to the recording for a limited time. */
  signedUrl(key: string): string;
  /** Returns the key in an address that this store signed, even if it has expired; undefined for any other address. */
  keyOf(url: string): string | undefined;
}
