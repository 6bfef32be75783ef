import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileRecordingStore } from './file-recording-store.ts';
import { readOrMake } from './owner-file.ts';
import type { RecordingStore } from './recording-store.ts';
import { createUrlSigner, type UrlSigner } from './url-signer.ts';

export interface RecordingSettings {
  /** Folder in which recordings are stored; `memory` for a temporary folder. */
  folder: string;
  maxBytes: number;
  /** How long a recording remains stored after its processing failed. */
  retentionDays: number;
  /** Secret that signs the addresses of recordings; by default, generated and stored in a file next to the folder. */
  secret?: string | undefined;
  /** Whether other nodes can use the same database and therefore must use the same folder. */
  isShared?: boolean;
}

export interface RecordingFolder {
  store: RecordingStore;
  signer: UrlSigner;
  /** How long the signed address of a recording is valid. */
  lifetimeSeconds: number;
  close(): Promise<void>;
}

/** Long enough to still fetch a recording after it has waited in a long processing queue. */
const lifetimeSeconds = 6 * 3600;

/** Opens the folder of recordings. Programs that share a database must share the folder too. */
export async function openRecordingFolder(
  { folder, secret }: RecordingSettings,
  { origin, now }: { origin: string; now: () => Date },
): Promise<RecordingFolder> {
  const isTemporary = folder === 'memory';
  const path = isTemporary ? await mkdtemp(join(tmpdir(), 'recordings-')) : folder;
  const key = secret ?? (isTemporary ? newSecret() : await secretIn(`${folder}.secret`));
  const signer = createUrlSigner({ origin, secret: key, now, lifetimeSeconds });
  return {
    store: createFileRecordingStore({ folder: path, signer }),
    signer,
    lifetimeSeconds,
    close: async () => {
      if (isTemporary) await rm(path, { recursive: true, force: true });
    },
  };
}

const secretBytes = 32;

const newSecret = () => randomBytes(secretBytes);

async function secretIn(file: string): Promise<Buffer> {
  const secret = await readOrMake(file, newSecret);
  if (secret.length !== secretBytes) throw new Error(`${file} must contain a secret of ${secretBytes} bytes`);
  return secret;
}
