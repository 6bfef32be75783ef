import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { VaultKey, VaultKeys } from './vault-keys.ts';

/** Whose token it is. A sealed token opens for this account and no other. */
export interface TokenOwner {
  connectionName: string;
  identifier: string;
}

/** A token as it is kept. */
export interface SealedToken {
  keyId: string;
  /** Nonce, tag and ciphertext, in base64. */
  sealed: string;
}

/** Encrypts tokens, AES-256-GCM with a nonce of their own. */
export interface Vault {
  /** The id of the key that `seal` takes. */
  currentKeyId(): string;
  /** Whether there is a key of this id. */
  hasKey(id: string): Promise<boolean>;
  seal(token: string, owner: TokenOwner): SealedToken;
  /** @returns nothing when there is no key for it, it was changed, or it is another account's */
  open(token: SealedToken, owner: TokenOwner): Promise<string | undefined>;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function createVault(keys: VaultKeys): Vault {
  return {
    currentKeyId: () => keys.current().id,
    hasKey: async (id) => (await keys.find(id)) !== undefined,
    seal(token, owner) {
      const key = keys.current();
      return { keyId: key.id, sealed: encrypt(token, key, owner) };
    },
    async open({ keyId, sealed }, owner) {
      const key = await keys.find(keyId);
      return key && decrypt(sealed, key, owner);
    },
  };
}

function encrypt(token: string, { bytes }: VaultKey, owner: TokenOwner): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes }).setAAD(nameOf(owner));
  const encrypted = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

function decrypt(sealed: string, { bytes }: VaultKey, owner: TokenOwner): string | undefined {
  const parts = Buffer.from(sealed, 'base64');
  const nonce = parts.subarray(0, nonceBytes);
  const tag = parts.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes })
      .setAAD(nameOf(owner))
      .setAuthTag(tag);
    const token = [decipher.update(parts.subarray(nonceBytes + tagBytes)), decipher.final()];
    return Buffer.concat(token).toString('utf8');
  } catch {
    return undefined;
  }
}

const nameOf = ({ connectionName, identifier }: TokenOwner) =>
  Buffer.from(JSON.stringify([connectionName, identifier]));
