import { createHash } from 'node:crypto';

/** The `exe_*` id of a company that has an id in its source, such as a ticker symbol. */
export const companyEntityId = (foreignId: string) => entityId('exe_', foreignId);

/** The `ede_*` id of an education institution that has an id in its source. */
export const institutionEntityId = (foreignId: string) => entityId('ede_', foreignId);

/** The `ede_*` id of an institution without an id in its source, derived from name and country. */
export const institutionIdByName = (name: string, country: string) => `ede_${digest([name, country])}`;

/** The `exe_*` id of a company without an id in its source, derived from its name. */
export const companyIdByName = (name: string) => `exe_${digest([name])}`;

/**
 * Ids that have the prefix are returned unchanged. In other ids, every character except ASCII letters and digits is
 * replaced by its code point in hexadecimal, so that `BRK.B` and `BRKB` become different ids.
 */
function entityId(prefix: string, foreignId: string): string {
  if (foreignId.startsWith(prefix)) return foreignId;
  return prefix + foreignId.replace(/[^A-Za-z0-9]/gu, (character) => character.codePointAt(0)?.toString(16) ?? '');
}

function digest(parts: string[]): string {
  const key = parts.map((part) => part.normalize('NFC').trim()).join('\n');
  return createHash('sha256').update(key).digest('hex').slice(0, 20);
}
