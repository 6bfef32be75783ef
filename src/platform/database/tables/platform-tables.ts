import type { Generated } from 'kysely';
import type { ConnectorKind } from '../../../tools/tool.ts';

export interface PlatformTables {
  connections: ConnectionTable;
  connected_accounts: ConnectedAccountTable;
}

/** The ways to the services, by the names that callers know them by. */
interface ConnectionTable {
  name: string;
  kind: ConnectorKind;
  tool_prefix: string;
  created_at: Generated<Date>;
}

/** What an identifier calls a connection with; without a token the account is still being connected. */
interface ConnectedAccountTable {
  connection_name: string;
  identifier: string;
  /** Which key of the vault opens the token. */
  token_key_id: string | null;
  sealed_token: string | null;
  expires_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Made for whoever asks while callers are not authenticated. */
  for_development: Generated<boolean>;
}
