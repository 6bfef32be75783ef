import type { ColumnType, Generated } from 'kysely';
import type { ConnectorKind } from '../../../tools/tool.ts';

export interface PlatformTables {
  connections: {
    name: string;
    kind: ConnectorKind;
    tool_prefix: string;
    created_at: Generated<Date>;
  };
  /** Pending while it has no token. */
  connected_accounts: {
    connection_name: string;
    identifier: string;
    token_key_id: string | null;
    sealed_token: string | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** Whether it belongs to the development identity, the user of all calls while authentication is off. */
    for_development: Generated<boolean>;
  };
  platform_clients: {
    client_id: string;
    name: string;
    /** SHA-256, hexadecimal. */
    secret_hash: string;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };
  platform_access_tokens: {
    /** SHA-256, hexadecimal. */
    token_hash: string;
    client_id: string;
    expires_at: Date;
  };
  service_keys: {
    id: string;
    key_hash: string;
    service: ConnectorKind;
    /** An organization has at most one current `api_key`; `personal` keys belong to a user. */
    purpose: 'api_key' | 'personal';
    user_id: string;
    organization_id: string | null;
    created_at: Date;
    expires_at: Date | null;
    revoked_at: Date | null;
    /** When a newer API key replaced this one, which then works until `expires_at`. */
    superseded_at: Date | null;
  };
  keyed_calls: {
    service: ConnectorKind;
    user_id: string;
    key: string;
    digest: string;
    /** Null until the transaction of the call commits. */
    result: ColumnType<unknown, string | undefined, string>;
    created_at: Date;
  };
  platform_imported_ids: {
    /** Kind of the record, or `topic` or `trigger`. */
    kind: string;
    source_id: string;
    id: string;
  };
}
