import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { readIfThere, readOrMake, replaceFile } from '../../storage/owner-file.ts';
import { VaultError } from './vault-error.ts';
import { type VaultKey, vaultKey, type VaultKeys } from './vault-keys.ts';

const keyBytes = 32;

export const newVaultKey = () => randomBytes(keyBytes);

/** Makes the file with one key; one that is there stays as it is. */
export async function makeVaultKeyFile(file: string): Promise<void> {
  await readOrMake(file, () => linesFor([newVaultKey()]));
}

/**
 * The keys in a file that only its owner may read, in base64, a line each, the newest first; none where there is no
 * file, which is never made here. An id that is not known sends it to the file again: another process may have put a
 * new key there. What was read once stays known.
 * @throws VaultError when others may read the file, or it holds something else
 */
export async function openVaultKeyFile(file: string): Promise<VaultKeys> {
  const byId = new Map<string, VaultKey>();
  let current: VaultKey | undefined;
  const read = async () => {
    const keys = await readKeys(file);
    current = keys[0] ?? current;
    for (const key of keys) byId.set(key.id, key);
  };
  await read();
  return {
    current() {
      if (current) return current;
      throw new VaultError(`There is no key to encrypt with: ${file} is missing.`);
    },
    async find(id) {
      if (!byId.has(id)) await read();
      return byId.get(id);
    },
  };
}

/** Puts a new key before the others, which stay: what they encrypted, also in a backup, can still be read. */
export async function addVaultKey(file: string): Promise<void> {
  const keys = await readKeys(file);
  await replaceFile(file, linesFor([newVaultKey(), ...keys.map(({ bytes }) => bytes)]));
}

/** Nothing where there is no file. */
async function readKeys(file: string): Promise<VaultKey[]> {
  const text = await readIfThere(file);
  if (!text) return [];
  await refuseReadable(file);
  const lines = text.toString().split('\n');
  const keys = lines.filter((line) => line.trim() !== '').map((line) => vaultKey(Buffer.from(line, 'base64')));
  if (keys.length === 0 || keys.some(({ bytes }) => bytes.length !== keyBytes)) {
    throw new VaultError(`${file} must hold keys of ${keyBytes} bytes in base64, a line each; VAULT_KEY replaces it.`);
  }
  return keys;
}

const linesFor = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');

async function refuseReadable(file: string): Promise<void> {
  const { mode } = await stat(file);
  // Windows tells of no such thing.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new VaultError(`${file} may be read by others than its owner; run chmod 600 ${file} and start again.`);
}
