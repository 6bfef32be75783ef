import type { ConnectorKind } from '../../../tools/tool.ts';

export interface ServiceKeyTables {
  service_keys: ServiceKeyTable;
}

/** The keys of a service's callers, by their hashes: the keys themselves are nowhere. */
interface ServiceKeyTable {
  id: string;
  key_hash: string;
  service: ConnectorKind;
  /** `api_key`: of an organization, which has one at a time; `personal`: of a user. */
  purpose: 'api_key' | 'personal';
  /** Whom the calls are made for. */
  user_id: string;
  organization_id: string | null;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}
