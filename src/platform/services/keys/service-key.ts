import { createHash, randomBytes } from 'node:crypto';
import type { ConnectorKind } from '../../../tools/tool.ts';

/** A new key. Its beginning tells people and secret scanners what it is, the rest is 32 random bytes. */
export const newServiceKey = (service: ConnectorKind) => `tcg_${service}_${randomBytes(32).toString('hex')}`;

/** What is kept of a key. A plain hash is enough: nobody guesses 32 random bytes. */
export const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
