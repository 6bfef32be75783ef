import type { Readable } from 'node:stream';

export interface StoredRecording {
  /** Names the recording in the store; safe in a URL. */
  key: string;
  /** In bytes. */
  size: number;
  mediaType: string;
}

export interface OpenRecording extends StoredRecording {
  /** The content, or the range of it that was asked for. */
  content: Readable;
}

/** What the sender says of a recording; believed only where the content itself does not tell. */
export interface RecordingHints {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

/** Bytes by their position, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Keeps recordings: files in a folder, or objects in a bucket. Nothing is ever held whole in memory. */
export interface RecordingStore {
  /** Stores all that the content yields. When the content fails, or this program ends, nothing of it is there. */
  put(content: AsyncIterable<Uint8Array>, hints?: RecordingHints): Promise<StoredRecording>;
  /** @returns nothing when there is no recording of this key */
  find(key: string): Promise<StoredRecording | undefined>;
  /** @returns nothing when there is no recording of this key */
  open(key: string, range?: ByteRange): Promise<OpenRecording | undefined>;
  /** A recording that is not there is deleted already. */
  delete(key: string): Promise<void>;
  /** The keys of recordings that were stored before a time. */
  storedBefore(time: Date): AsyncIterable<string>;
  /** An address from which whoever has it may fetch the recording for a while. */
  signedUrl(key: string): string;
  /** The key in an address that this store signed, however long ago; nothing for every other address. */
  keyOf(url: string): string | undefined;
}
