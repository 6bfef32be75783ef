import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';
import { deleteUnclaimed } from './recording-claims.ts';
import { receiveRecording } from '../../../../storage/receive-recording.ts';
import type { ByteRange, OpenRecording, RecordingHints, RecordingStore } from '../../../../storage/recording-store.ts';
import type { SignedAddress, UrlSigner } from '../../../../storage/url-signer.ts';

export interface RecordingsOptions {
  db: Kysely<Tables>;
  store: RecordingStore;
  signer: UrlSigner;
}

/** What the HTTP routes do with recordings: take them in, give them out by signed address. */
export function createRecordings({ db, store, signer }: RecordingsOptions) {
  return {
    /** Stores a file that came with a request; the address is good for a short time. */
    receive: (content: AsyncIterable<Uint8Array>, hints: RecordingHints) => receiveRecording(store, content, hints),
    /** Deletes those of the received files that no activity has claimed. */
    async release(keys: readonly string[]): Promise<void> {
      for (const key of keys) await deleteUnclaimed(db, { store, key });
    },
    /** Size and type of what a signed address leads to. */
    async find(address: SignedAddress) {
      const validity = signer.check(address);
      return validity === 'valid' ? ((await store.find(address.key)) ?? 'missing') : validity;
    },
    /** @returns nothing when it is not there any more */
    open: (key: string, range?: ByteRange): Promise<OpenRecording | undefined> => store.open(key, range),
  };
}
