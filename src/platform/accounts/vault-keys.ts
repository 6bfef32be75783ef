import { createHash } from 'node:crypto';

/** A key of the vault, and what it is called beside what it encrypted. */
export interface VaultKey {
  id: string;
  bytes: Buffer;
}

/** The keys that tokens are encrypted with. */
export interface VaultKeys {
  /** What new tokens are encrypted with. */
  current(): VaultKey;
  /** A key by its id, also one that another process put there since. */
  find(id: string): Promise<VaultKey | undefined>;
}

/** The id of a key is a fingerprint, which tells nothing of the key. */
export const vaultKey = (bytes: Buffer): VaultKey => ({
  id: createHash('sha256').update('vault key').update(bytes).digest('hex').slice(0, 16),
  bytes,
});

/** Keys that stay as they are: the first encrypts, all decrypt. */
export function fixedVaultKeys(first: Buffer, previous: readonly Buffer[]): VaultKeys {
  const current = vaultKey(first);
  const byId = new Map([current, ...previous.map(vaultKey)].map((key) => [key.id, key]));
  return { current: () => current, find: async (id) => byId.get(id) };
}
