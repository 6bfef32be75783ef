import { createHash } from 'node:crypto';

/** Returns the `exe_*` id of a company that has an id in the imported file, such as a ticker symbol. */
export const companyEntityId = (foreignId: string) => entityId('exe_', foreignId);

/** Returns the `ede_*` id of an education institution that has an id in the imported file. */
export const institutionEntityId = (foreignId: string) => entityId('ede_', foreignId);

/** Returns the `ede_*` id of an institution that has no id in the imported file, derived from its name and country. */
export const institutionIdByName = (name: string, country: string) => `ede_${digest([name, country])}`;

/** Returns the `exe_*` id of a company that has no id in the imported file, derived from its name. */
export const companyIdByName = (name: string) => `exe_${digest([name])}`;

/**
 * Converts an id from an imported file to an id with `prefix`. An id that starts with the prefix is returned unchanged.
 * In any other id, every character except ASCII letters and digits is replaced by its code point in hexadecimal, so
 * that `BRK.B` and `BRKB` become different ids.
 */
function entityId(prefix: string, foreignId: string): string {
  if (foreignId.startsWith(prefix)) return foreignId;
  return prefix + foreignId.replace(/[^A-Za-z0-9]/gu, (character) => character.codePointAt(0)?.toString(16) ?? '');
}

function digest(parts: string[]): string {
  const key = parts.map((part) => part.normalize('NFC').trim()).join('\n');
  return createHash('sha256').update(key).digest('hex').slice(0, 20);
}
