import type { ConversationTables } from './conversation-tables.ts';
import type { PlatformTables } from './platform-tables.ts';
import type { TalentTables } from './talent-tables.ts';

/** What the migrations create; `tables.test.ts` compares the two. */
export interface Tables extends PlatformTables, TalentTables, ConversationTables {}
