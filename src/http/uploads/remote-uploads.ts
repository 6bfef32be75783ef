import type { RecordingAccess, RecordingStore } from '../../infrastructure/storage/recording-store.ts';

/** Manages uploads that a remote platform fetches later. An upload is stored until its signed URL expires. */
export function createRemoteUploads(store: RecordingStore) {
  /** By recording: the number of tool calls that use it and were not rejected. */
  const calls = new Map<string, number>();

  return {
    /** After a request, deletes the uploads of the request that no tool call uses. */
    routes: {
      ...store,
      async release(keys) {
        for (const key of keys) {
          if (!calls.get(key)) await store.delete(key);
          calls.delete(key);
        }
      },
    } satisfies RecordingAccess,
    /** Call it before the tool call is sent, and `reject` if the platform certainly did not execute it. */
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
    async deleteExpired(): Promise<void> {
      for await (const key of store.storedBefore(new Date(Date.now() - store.lifetimeSeconds * 1000)))
        await store.delete(key);
    },
  };
}

export type RemoteUploads = ReturnType<typeof createRemoteUploads>;
