import type { ConversationTables } from './conversation-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { PlatformTables } from './platform-tables.ts';
import type { TalentTables } from './talent-tables.ts';

/** `tables.test.ts` compares them with the migrated database. */
export interface Tables extends PlatformTables, TalentTables, ConversationTables, EventTables {}
