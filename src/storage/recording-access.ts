import type { RecordingFolder } from './open-recording-folder.ts';
import { recordingIssue } from './media-type.ts';
import type { ByteRange, RecordingHints } from './recording-store.ts';
import type { SignedAddress } from './url-signer.ts';

/** A file that was uploaded with a request and is stored. */
export interface ReceivedRecording {
  key: string;
  /** Signed; valid for a limited time. */
  url: string;
  /** Why it cannot be a recording; undefined when it can. */
  fault: string | undefined;
}

/**
 * What the HTTP routes do with recordings: store uploads, and serve them to the owners of a signed address.
 * `releaseOne` deletes an uploaded file after its request unless it is in use.
 */
export const recordingAccess = (
  { store, signer }: Pick<RecordingFolder, 'store' | 'signer'>,
  releaseOne: (key: string) => Promise<void>,
) => ({
  /** Stores an uploaded file. */
  async receive(content: AsyncIterable<Uint8Array>, hints: RecordingHints): Promise<ReceivedRecording> {
    const stored = await store.put(content, hints);
    return { key: stored.key, url: store.signedUrl(stored.key), fault: recordingIssue(stored) };
  },
  async release(keys: readonly string[]): Promise<void> {
    for (const key of keys) await releaseOne(key);
  },
  /** Finds the recording of a signed address. */
  async find(address: SignedAddress) {
    const validity = signer.check(address);
    return validity === 'valid' ? ((await store.find(address.key)) ?? 'missing') : validity;
  },
  /** Returns undefined when the recording no longer exists. */
  open: (key: string, range?: ByteRange) => store.open(key, range),
});

export type RecordingAccess = ReturnType<typeof recordingAccess>;
