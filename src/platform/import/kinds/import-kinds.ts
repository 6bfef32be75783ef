import { conversationKinds } from './conversation-kinds.ts';
import type { ImportKindRules } from './define-kind.ts';
import type { ImportKind } from './import-schemas.ts';
import { talentKinds } from './talent-kinds.ts';

/** Everything that a line of an import file can be. */
export const importKinds: Readonly<Record<ImportKind, ImportKindRules>> = { ...talentKinds, ...conversationKinds };

export const isImportKind = (kind: string): kind is ImportKind => Object.hasOwn(importKinds, kind);
