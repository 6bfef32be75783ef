import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileRecordingStore } from './file-recording-store.ts';
import type { RecordingStore } from './recording-store.ts';
import { passingSecret, secretOf } from './signing-secret.ts';
import { createUrlSigner, type UrlSigner } from './url-signer.ts';

export interface RecordingSettings {
  /** Where recordings are kept; `memory` for a folder that goes with the program. */
  folder: string;
  maxBytes: number;
  /** How long a recording is kept after its processing failed. */
  retentionDays: number;
  /** What addresses are signed with; when it is not given, a secret beside the recordings. */
  secret?: string | undefined;
  /** Whether other nodes may use the same database, and then must use the same folder. */
  isShared?: boolean;
}

export interface RecordingFolder {
  store: RecordingStore;
  signer: UrlSigner;
  /** How long an address is good for. */
  lifetimeSeconds: number;
  close(): Promise<void>;
}

/** A queue that is behind may fetch a recording this much later. */
const lifetimeSeconds = 6 * 3600;

/** Opens the folder where recordings are kept. Programs that share a database share the folder as well. */
export async function openRecordingFolder(
  { folder, secret }: RecordingSettings,
  { origin, now }: { origin: string; now: () => Date },
): Promise<RecordingFolder> {
  const passes = folder === 'memory';
  const place = passes ? await mkdtemp(join(tmpdir(), 'recordings-')) : folder;
  const key = secret ?? (passes ? passingSecret() : await secretOf(`${folder}.secret`));
  const signer = createUrlSigner({ origin, secret: key, now, lifetimeSeconds });
  return {
    store: createFileRecordingStore({ folder: place, signer }),
    signer,
    lifetimeSeconds,
    close: async () => {
      if (passes) await rm(place, { recursive: true, force: true });
    },
  };
}
