import { createHash } from 'node:crypto';

/** A fast hash is fine here: each secret, token or key has 256 bits of entropy. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
