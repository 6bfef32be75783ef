import { conversationKinds } from './conversation-kinds.ts';
import { conversationSchemas } from './conversation-schemas.ts';
import type { ImportKindRules } from './define-kind.ts';
import { talentKinds } from './talent-kinds.ts';
import { talentSchemas } from './talent-schemas.ts';

/** Wire format of the tools, but parsed strictly: an import must not lose a field silently. */
export const importSchemas = { ...talentSchemas, ...conversationSchemas } as const;

export type ImportKind = keyof typeof importSchemas;

export const importKinds: Readonly<Record<ImportKind, ImportKindRules>> = { ...talentKinds, ...conversationKinds };

export const isImportKind = (kind: string): kind is ImportKind => Object.hasOwn(importKinds, kind);
