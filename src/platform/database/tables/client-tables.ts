import type { Generated } from 'kysely';

export interface ClientTables {
  platform_clients: PlatformClientTable;
  platform_access_tokens: PlatformAccessTokenTable;
}

/** Programs that may call the platform. */
interface PlatformClientTable {
  client_id: string;
  name: string;
  /** SHA-256, hexadecimal. */
  secret_hash: string;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

/** What clients show instead of their secret, for a while. */
interface PlatformAccessTokenTable {
  /** SHA-256, hexadecimal. */
  token_hash: string;
  client_id: string;
  expires_at: Date;
}
