import type { Generated } from 'kysely';

export interface PlatformTables {
  connected_accounts: ConnectedAccountTable;
}

/** Which user of a service an identifier stands for, by connection. */
interface ConnectedAccountTable {
  connection_name: string;
  identifier: string;
  user_id: string;
  created_at: Generated<Date>;
}
