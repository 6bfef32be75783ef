import { listEntryTools, listTools } from './list.ts';
import { lookupTools } from './lookup.ts';
import { searchTools } from './search.ts';
import { signalTools } from './signal.ts';

export const talentTools = { ...lookupTools, ...listTools, ...listEntryTools, ...searchTools, ...signalTools };

export type TalentToolName = keyof typeof talentTools;
