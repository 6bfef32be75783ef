import { randomUUID } from 'node:crypto';

/** A new id of the form `prefix_` and 32 hexadecimal digits. */
export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
