import type { Readable } from 'node:stream';

export interface StoredRecording {
  /** Can be part of a URL without escaping. */
  key: string;
  /** In bytes. */
  size: number;
  mediaType: string;
}

export interface OpenRecording extends StoredRecording {
  /** The content, or the requested range of it. */
  content: Readable;
}

/** The sender's claims about a recording, used only when its content is ambiguous. */
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
  /** Stores all of the content, or nothing if reading the content fails or this program ends. */
  put(content: AsyncIterable<Uint8Array>, hints?: RecordingHints): Promise<StoredRecording>;
  /** @returns undefined when there is no recording with this key */
  find(key: string): Promise<StoredRecording | undefined>;
  /** @returns undefined when there is no recording with this key */
  open(key: string, range?: ByteRange): Promise<OpenRecording | undefined>;
  /** Does nothing when there is no recording with this key. */
  delete(key: string): Promise<void>;
  /** The keys of recordings stored before a time. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** An address that gives access to the recording for a limited time. */
  signedUrl(key: string): string;
  /** The key in an address that this store signed, even an expired one; undefined for any other address. */
  keyOf(url: string): string | undefined;
}
