import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { webhookLimits } from '../../tools/conversation/vocabulary.ts';

const ivBytes = 16;
const keyBytes = 32;
const purpose = 'address of the webhook receiver';

/**
 * Creates and reads the tokens, which every node with the same secret accepts, without shared state. A token is the
 * encrypted id of its organization behind a synthetic initialization vector (as in RFC 5297): an HMAC of the id, which
 * proves that the token was created with the secret.
 */
export function createReceiverTokens(secret: string) {
  const keys = Buffer.from(hkdfSync('sha256', secret, '', purpose, 2 * keyBytes));
  const [macKey, encryptionKey] = [keys.subarray(0, keyBytes), keys.subarray(keyBytes)];

  function create(organization: string): string {
    const iv = createHmac('sha256', macKey).update(organization).digest().subarray(0, ivBytes);
    const cipher = createCipheriv('aes-256-ctr', encryptionKey, iv);
    return Buffer.concat([iv, cipher.update(organization, 'utf8'), cipher.final()]).toString('base64url');
  }

  return {
    create,
    /** Returns the organization; undefined if this deployment did not create the token. */
    read(token: string): string | undefined {
      const bytes = token.length <= webhookLimits.url ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      if (bytes.length < ivBytes) return undefined;
      const decipher = createDecipheriv('aes-256-ctr', encryptionKey, bytes.subarray(0, ivBytes));
      const organization = decipher.update(bytes.subarray(ivBytes)).toString();
      return isSameText(token, create(organization)) ? organization : undefined;
    },
  };
}

/** Takes a time that depends only on the lengths of the texts, not on where they differ. */
function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
