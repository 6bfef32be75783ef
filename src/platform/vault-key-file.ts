import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { readOrMake, replaceFile } from '../owner-file.ts';
import { VaultError } from './vault-error.ts';
import { type VaultKey, vaultKey, type VaultKeys } from './vault-keys.ts';

const keyBytes = 32;

export const newVaultKey = () => randomBytes(keyBytes);

/**
 * The keys in a file that only its owner may read, in base64, a line each, the newest first; made with one key at
 * first. An id that is not known sends it to the file again: another process may have put a new key there.
 * @throws VaultError when others may read the file, or it holds something else
 */
export async function openVaultKeyFile(file: string): Promise<VaultKeys> {
  let keys = await readKeys(file);
  return {
    current: () => keys.current,
    async find(id) {
      if (!keys.byId.has(id)) keys = await readKeys(file);
      return keys.byId.get(id);
    },
  };
}

/** Puts a new key before the others, which stay: what they encrypted, also in a backup, can still be read. */
export async function addVaultKey(file: string): Promise<void> {
  const { byId } = await readKeys(file);
  await replaceFile(file, linesFor([newVaultKey(), ...[...byId.values()].map(({ bytes }) => bytes)]));
}

async function readKeys(file: string): Promise<{ current: VaultKey; byId: Map<string, VaultKey> }> {
  const text = await readOrMake(file, () => linesFor([newVaultKey()]));
  await refuseReadable(file);
  const lines = text.toString().split('\n');
  const keys = lines.filter((line) => line.trim() !== '').map((line) => vaultKey(Buffer.from(line, 'base64')));
  const [current] = keys;
  if (!current || keys.some(({ bytes }) => bytes.length !== keyBytes)) {
    throw new VaultError(`${file} must hold keys of ${keyBytes} bytes in base64, a line each; VAULT_KEY replaces it.`);
  }
  return { current, byId: new Map(keys.map((key) => [key.id, key])) };
}

const linesFor = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');

async function refuseReadable(file: string): Promise<void> {
  const { mode } = await stat(file);
  // Windows tells of no such thing.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new VaultError(`${file} may be read by others than its owner; run chmod 600 ${file} and start again.`);
}
