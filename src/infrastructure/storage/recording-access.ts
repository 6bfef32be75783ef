import type { RecordingFolder } from './open-recording-folder.ts';
import { recordingIssue } from './media-type.ts';
import type { ByteRange, RecordingHints } from './recording-store.ts';
import type { SignedAddress } from './url-signer.ts';

/** An uploaded file that was stored. */
export interface ReceivedRecording {
  key: string;
  /** Signed address that gives access to the recording for a limited time. */
  url: string;
  /** Why the file cannot be a recording, as a predicate such as `is an empty file`; undefined if it can. */
  fault: string | undefined;
}

/**
 * Creates the operations on recordings that the HTTP routes use: they store uploads, and serve recordings to callers
 * with a signed address.
 * @param releaseOne deletes an uploaded file after its request, unless the file is in use
 */
export const recordingAccess = (
  { store, signer }: Pick<RecordingFolder, 'store' | 'signer'>,
  releaseOne: (key: string) => Promise<void>,
) => ({
  async receive(
    content: AsyncIterable<Uint8Array>,
    hints: RecordingHints & { owner?: string },
  ): Promise<ReceivedRecording> {
    const stored = await store.put(content, hints);
    return { key: stored.key, url: store.signedUrl(stored.key), fault: recordingIssue(stored) };
  },
  /** Counts the stored recordings that were received from an owner. */
  storedBy: (owner: string) => store.storedBy(owner),
  /** Returns the space that is left for recordings, in bytes. */
  freeBytes: () => store.freeBytes(),
  /** Deletes the uploaded files of a finished request that are not in use. */
  async release(keys: readonly string[]): Promise<void> {
    for (const key of keys) await releaseOne(key);
  },
  /** Finds the recording of a signed address, or returns why it cannot be served: `forged`, `expired` or `missing`. */
  async find(address: SignedAddress) {
    const validity = signer.check(address);
    return validity === 'valid' ? ((await store.find(address.key)) ?? 'missing') : validity;
  },
  /** Opens a recording; returns undefined if it no longer exists. */
  open: (key: string, range?: ByteRange) => store.open(key, range),
});

export type RecordingAccess = ReturnType<typeof recordingAccess>;
