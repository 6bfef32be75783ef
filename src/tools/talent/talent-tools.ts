import { listEntryTools, listTools } from './list.ts';
import { lookupTools } from './lookup.ts';
import { searchTools } from './search.ts';
import { signalTools } from './signal.ts';

/** The 26 tools of the talent connector, keyed by their name without the connection's tool prefix. */
export const talentTools = { ...lookupTools, ...listTools, ...listEntryTools, ...searchTools, ...signalTools };

export type TalentToolName = keyof typeof talentTools;
