import { createHash } from 'node:crypto';

/** Returns an id that is the same in every import. */
export const derivedId = (prefix: string, parts: readonly (string | undefined)[]): string =>
  prefix +
  createHash('sha256')
    .update(parts.map((part) => (part ?? '').normalize('NFC').trim()).join('\n'))
    .digest('hex')
    .slice(0, 20);
