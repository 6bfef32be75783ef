import type { RecordingFolder } from '../../storage/open-recording-folder.ts';
import { recordingAccess } from '../../storage/recording-access.ts';

/**
 * Recordings that are handed to a service elsewhere, which fetches them by their addresses in its own time. They stay
 * as long as an address is good.
 */
export function createHandedRecordings({ store, signer, lifetimeSeconds }: RecordingFolder) {
  /** How many calls that name a recording were sent and not refused. */
  const handed = new Map<string, number>();

  return {
    /** For the HTTP routes; deletes uploaded files that were not handed over. */
    routes: recordingAccess({ store, signer }, async (key) => {
      if (!handed.get(key)) await store.delete(key);
      handed.delete(key);
    }),
    /** Says that an address is being sent; what it returns says that the service surely does not want it. */
    handOver(url: string): { isOurs: boolean; refused(): void } {
      const key = store.keyOf(url);
      const add = (count: number) => key !== undefined && handed.set(key, (handed.get(key) ?? 0) + count);
      add(1);
      return {
        isOurs: key !== undefined,
        refused: () => {
          if (key !== undefined && handed.has(key)) add(-1);
        },
      };
    },
    /** Deletes what no address leads to any more. */
    async sweep(): Promise<void> {
      for await (const key of store.storedBefore(new Date(Date.now() - lifetimeSeconds * 1000)))
        await store.delete(key);
    },
  };
}

export type HandedRecordings = ReturnType<typeof createHandedRecordings>;
