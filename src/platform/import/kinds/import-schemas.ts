import { conversationSchemas } from './conversation-schemas.ts';
import { talentSchemas } from './talent-schemas.ts';

/**
 * What an imported record must be: the wire shape of the tools, read strictly. A tool's answer is read leniently so
 * that a person sees what can be shown; data that is to be kept must not lose a field in silence.
 */
export const importSchemas = { ...talentSchemas, ...conversationSchemas } as const;

export type ImportKind = keyof typeof importSchemas;
