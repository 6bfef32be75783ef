import type { RecordingFolder } from '../../storage/open-recording-folder.ts';
import { recordingAccess } from '../../storage/recording-access.ts';

/** Uploads that a remote platform fetches later. They are stored until their signed URLs expire. */
export function createRemoteUploads({ store, signer, lifetimeSeconds }: RecordingFolder) {
  /** For each recording, the number of calls that name it and were not rejected. */
  const calls = new Map<string, number>();

  return {
    /** For the HTTP routes; after a request, deletes its files that no call uses. */
    routes: recordingAccess({ store, signer }, async (key) => {
      if (!calls.get(key)) await store.delete(key);
      calls.delete(key);
    }),
    /**
     * Must be called before a tool call that names a URL, and `reject` once the platform certainly did not execute it.
     * @returns isOurs whether the URL is of a recording in this store
     */
    startCall(url: string): { isOurs: boolean; reject(): void } {
      const key = store.keyOf(url);
      const add = (count: number) => key !== undefined && calls.set(key, (calls.get(key) ?? 0) + count);
      add(1);
      return {
        isOurs: key !== undefined,
        reject: () => {
          if (key !== undefined && calls.has(key)) add(-1);
        },
      };
    },
    /** Deletes recordings whose URLs have expired. */
    async deleteExpired(): Promise<void> {
      for await (const key of store.storedBefore(new Date(Date.now() - lifetimeSeconds * 1000)))
        await store.delete(key);
    },
  };
}

export type RemoteUploads = ReturnType<typeof createRemoteUploads>;
