import type { ClientTables } from './client-tables.ts';
import type { ConversationTables } from './conversation-tables.ts';
import type { PlatformTables } from './platform-tables.ts';
import type { ServiceKeyTables } from './service-key-tables.ts';
import type { TalentTables } from './talent-tables.ts';

export interface Tables extends ClientTables, PlatformTables, ServiceKeyTables, TalentTables, ConversationTables {}
