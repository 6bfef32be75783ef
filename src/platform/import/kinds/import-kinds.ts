import { conversationKinds } from './conversation-kinds.ts';
import { conversationSchemas } from './conversation-schemas.ts';
import type { ImportKindRules } from './define-kind.ts';
import { talentKinds } from './talent-kinds.ts';
import { talentSchemas } from './talent-schemas.ts';

/**
 * The schema of each kind of record. Records have the wire format of the tools, but are parsed strictly, because an
 * import must not lose a field silently. (The payloads of tools are parsed leniently, to show as much as possible.)
 */
export const importSchemas = { ...talentSchemas, ...conversationSchemas } as const;

export type ImportKind = keyof typeof importSchemas;

/** The rules by which each kind of record is checked and stored. */
export const importKinds: Readonly<Record<ImportKind, ImportKindRules>> = { ...talentKinds, ...conversationKinds };

export const isImportKind = (kind: string): kind is ImportKind => Object.hasOwn(importKinds, kind);
