import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The account of a token. An encrypted token can be decrypted for this account only. */
export interface TokenOwner {
  connectionName: string;
  identifier: string;
}

export type SecretOwner = TokenOwner | { webhookId: string };

interface SealedText {
  keyId: string;
  /** Nonce, authentication tag and ciphertext, in base64. */
  sealed: string;
}

export interface VaultKey {
  id: string;
  /** A KeyObject, because encryption with the bytes of the key takes five times as long to start. */
  secret: KeyObject;
}

export interface VaultKeys {
  current(): VaultKey;
  /** Finds a key even if another process has just added it to the key file. */
  find(id: string): Promise<VaultKey | undefined>;
}

/** Creates a key from bytes. Its id is a fingerprint that reveals nothing about the bytes. */
export const vaultKey = (bytes: Buffer): VaultKey => ({
  id: createHash('sha256').update('vault key').update(bytes).digest('hex').slice(0, 16),
  secret: createSecretKey(bytes),
});

/** `first` encrypts new tokens; `first` and `previous` decrypt. */
export function fixedVaultKeys(first: Buffer, previous: readonly Buffer[]): VaultKeys {
  const current = vaultKey(first);
  const byId = new Map([current, ...previous.map(vaultKey)].map((key) => [key.id, key]));
  return { current: () => current, find: async (id) => byId.get(id) };
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type Vault = ReturnType<typeof createVault>;

/** Encrypts tokens and webhook secrets with AES-256-GCM: each has its own nonce and is bound to its owner. */
export function createVault(keys: VaultKeys) {
  return {
    currentKeyId: () => keys.current().id,
    hasKey: async (id: string) => (await keys.find(id)) !== undefined,
    seal(text: string, owner: SecretOwner): SealedText {
      const key = keys.current();
      return { keyId: key.id, sealed: encrypt(text, key, owner) };
    },
    /** @returns undefined if the key is missing, or the text was modified or belongs to another owner */
    async open({ keyId, sealed }: SealedText, owner: SecretOwner) {
      const key = await keys.find(keyId);
      return key && decrypt(sealed, key, owner);
    },
  };
}

function encrypt(text: string, { secret }: VaultKey, owner: SecretOwner): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, secret, nonce, { authTagLength: tagBytes }).setAAD(authenticatedData(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

function decrypt(sealed: string, { secret }: VaultKey, owner: SecretOwner): string | undefined {
  const parts = Buffer.from(sealed, 'base64');
  const nonce = parts.subarray(0, nonceBytes);
  const tag = parts.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv(algorithm, secret, nonce, { authTagLength: tagBytes })
      .setAAD(authenticatedData(owner))
      .setAuthTag(tag);
    const text = [decipher.update(parts.subarray(nonceBytes + tagBytes)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The owner as authenticated data: an array for an account, an object for a webhook, so that the two always differ. */
const authenticatedData = (owner: SecretOwner) =>
  Buffer.from(
    JSON.stringify('webhookId' in owner ? { webhook: owner.webhookId } : [owner.connectionName, owner.identifier]),
  );
