import { createHash } from 'node:crypto';

/**
 * Returns the hash under which a secret, token or key is stored. A fast hash is fine here: each of them has 256 bits of
 * entropy.
 */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
