import { createHash } from 'node:crypto';

/** The `exe_*` id for the id that another source gives a company, for example its ticker symbol. */
export const companyEntityId = (foreignId: string) => entityId('exe_', foreignId);

/** The `ede_*` id for the id that another source gives an education institution. */
export const institutionEntityId = (foreignId: string) => entityId('ede_', foreignId);

/** The `ede_*` id of an institution that its source knows by name and country alone: the same for the same two. */
export const institutionIdByName = (name: string, country: string) => `ede_${digest([name, country])}`;

/** The `exe_*` id of a company that its source knows by name alone. */
export const companyIdByName = (name: string) => `exe_${digest([name])}`;

/** Entity ids are letters and digits: any other character becomes its code, so that BRK.B and BRKB stay apart. */
function entityId(prefix: string, foreignId: string): string {
  if (foreignId.startsWith(prefix)) return foreignId;
  return prefix + foreignId.replace(/[^A-Za-z0-9]/gu, (character) => character.codePointAt(0)?.toString(16) ?? '');
}

function digest(parts: string[]): string {
  const key = parts.map((part) => part.normalize('NFC').trim()).join('\n');
  return createHash('sha256').update(key).digest('hex').slice(0, 20);
}
