import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { readOrMake } from '../owner-file.ts';
import { type VaultKey, vaultKey, type VaultKeys } from './vault-keys.ts';
import { VaultError } from './vault-error.ts';

const keyBytes = 32;

export const newVaultKey = () => randomBytes(keyBytes);

/**
 * The keys in a file that only its owner may read, in base64, a line each, the newest first; made with one key at
 * first. An id that is not known sends it to the file again: another process may have put a new key there.
 * @throws VaultError when others may read the file, or it holds something else
 */
export async function openVaultKeyFile(file: string): Promise<VaultKeys> {
  let [current, byId] = await readKeys(file);
  return {
    current: () => current,
    async find(id) {
      if (!byId.has(id)) [current, byId] = await readKeys(file);
      return byId.get(id);
    },
  };
}

async function readKeys(file: string): Promise<[VaultKey, Map<string, VaultKey>]> {
  const text = await readOrMake(file, () => `${newVaultKey().toString('base64')}\n`);
  await refuseReadable(file);
  const keys = linesOf(text.toString()).map((line) => vaultKey(Buffer.from(line, 'base64')));
  const [current] = keys;
  if (!current || keys.some(({ bytes }) => bytes.length !== keyBytes)) {
    throw new VaultError(`${file} must hold keys of ${keyBytes} bytes in base64, a line each.`);
  }
  return [current, new Map(keys.map((key) => [key.id, key]))];
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

async function refuseReadable(file: string): Promise<void> {
  const { mode } = await stat(file);
  // Windows tells of no such thing.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new VaultError(`${file} may be read by others than its owner; run chmod 600 ${file} and start again.`);
}
