import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { readIfExists, readOrMake, replaceFile } from '../../infrastructure/storage/owner-file.ts';
import { type VaultKey, vaultKey, type VaultKeys } from './vault.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

const keyBytes = 32;

export const newVaultKey = () => randomBytes(keyBytes);

/** Creates the key file, unless it exists. */
export async function makeVaultKeyFile(file: string): Promise<void> {
  await readOrMake(file, () => linesFor([newVaultKey()]));
}

/**
 * The file has one base64 key per line, newest first. A missing file counts as empty. For an unknown id, `find` reads
 * the file again, because another process may have added the key. Keys stay in memory, even if the file is deleted.
 * @throws OperatorError when other users can read the file, or its content is invalid
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
      throw new OperatorError(`There is no key to encrypt with: ${file} is missing.`);
    },
    async find(id) {
      if (!byId.has(id)) await read();
      return byId.get(id);
    },
  };
}

/** Adds a key for new tokens. Older keys stay in the file, because existing tokens and backups need them. */
export async function addVaultKey(file: string): Promise<void> {
  const keys = await readKeys(file);
  await replaceFile(file, linesFor([newVaultKey(), ...keys.map(({ secret }) => secret.export())]));
}

/** @returns an empty list for a missing file */
async function readKeys(file: string): Promise<VaultKey[]> {
  const text = await readIfExists(file);
  if (!text) return [];
  await rejectSharedFile(file);
  const lines = text.toString().split('\n');
  const keys = lines.filter((line) => line.trim() !== '').map((line) => vaultKey(Buffer.from(line, 'base64')));
  if (keys.length === 0 || keys.some(({ secret }) => secret.symmetricKeySize !== keyBytes)) {
    throw new OperatorError(
      `${file} must contain keys of ${keyBytes} bytes in base64, one per line. Repair the file, or set VAULT_KEY.`,
    );
  }
  return keys;
}

const linesFor = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');

async function rejectSharedFile(file: string): Promise<void> {
  const { mode } = await stat(file);
  // Windows has no permission bits.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new OperatorError(`Other users can read ${file}; run chmod 600 ${file} and start again.`);
}
