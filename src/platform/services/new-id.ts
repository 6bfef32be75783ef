import { randomUUID } from 'node:crypto';

/** Generates a random id: the prefix, `_` and 32 hexadecimal digits. */
export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
