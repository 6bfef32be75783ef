import type { Generated } from 'kysely';
import type { ConnectorKind } from '../../../tools/tool.ts';

export interface PlatformTables {
  /** Connections to the services, by the names that callers use. */
  connections: {
    name: string;
    kind: ConnectorKind;
    tool_prefix: string;
    created_at: Generated<Date>;
  };
  /** The account of a user (`identifier`) on a connection; pending while it has no token. */
  connected_accounts: {
    connection_name: string;
    identifier: string;
    /** Id of the vault key that decrypts the token. */
    token_key_id: string | null;
    sealed_token: string | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** Whether the account belongs to the development identity, the user of all calls while authentication is off. */
    for_development: Generated<boolean>;
  };
  /** Programs that may call the platform. */
  platform_clients: {
    client_id: string;
    name: string;
    /** SHA-256, hexadecimal. */
    secret_hash: string;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };
  /** Short-lived tokens that clients send instead of their secret. */
  platform_access_tokens: {
    /** SHA-256, hexadecimal. */
    token_hash: string;
    client_id: string;
    expires_at: Date;
  };
  /** Keys that authenticate the callers of a service. Only their hashes are stored. */
  service_keys: {
    id: string;
    key_hash: string;
    service: ConnectorKind;
    /** An organization has at most one current `api_key`; `personal` keys belong to a user. */
    purpose: 'api_key' | 'personal';
    /** The user on whose behalf calls are made. */
    user_id: string;
    organization_id: string | null;
    created_at: Date;
    expires_at: Date | null;
    revoked_at: Date | null;
    /** When a newer API key replaced this one, which then works until `expires_at`. */
    superseded_at: Date | null;
  };
}
