import { conversationKinds } from './conversation-kinds.ts';
import { talentKinds } from './talent-kinds.ts';

export const importKinds = { ...talentKinds, ...conversationKinds } as const;

export type ImportKind = keyof typeof importKinds;

export const isImportKind = (kind: string): kind is ImportKind => Object.hasOwn(importKinds, kind);
