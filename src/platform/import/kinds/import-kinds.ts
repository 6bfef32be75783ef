import { conversationKinds } from './conversation-kinds.ts';
import { conversationSchemas } from './conversation-schemas.ts';
import type { ImportKindRules } from './define-kind.ts';
import { talentKinds } from './talent-kinds.ts';
import { talentSchemas } from './talent-schemas.ts';

/**
 * The schema of each kind of record: the wire format of the tools, parsed strictly. Tool payloads are parsed leniently,
 * to show as much as possible; an import must not lose a field silently.
 */
export const importSchemas = { ...talentSchemas, ...conversationSchemas } as const;

export type ImportKind = keyof typeof importSchemas;

/** The rules of each kind of record. */
export const importKinds: Readonly<Record<ImportKind, ImportKindRules>> = { ...talentKinds, ...conversationKinds };

export const isImportKind = (kind: string): kind is ImportKind => Object.hasOwn(importKinds, kind);
