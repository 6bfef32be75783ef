import type { ColumnType, Generated } from 'kysely';
import type { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import type { ConversationTables } from './conversation-tables.ts';
import type { TalentTables } from './talent-tables.ts';

/** The tables of the database; `tables.test.ts` compares them with a migrated database. */
export interface Tables extends PlatformTables, TalentTables, ConversationTables, EventTables {}

interface EventTables {
  convo_events: {
    id: string;
    organization_id: string;
    /** Position in the stream of the organization, from 1 and without gaps. */
    position: number;
    trigger: Trigger;
    activity_id: string | null;
    occurred_at: Date;
    created_at: Date;
    /** Request body, exactly as signed and sent. */
    payload: string;
  };
  convo_event_streams: {
    organization_id: string;
    /** Random id of the stream; positions of an earlier stream of the organization are invalid. */
    generation: string;
    last_position: number;
  };
  convo_webhooks: {
    id: string;
    organization_id: string;
    trigger: Trigger;
    url: string;
    external_id: string | null;
    created_by: string | null;
    created_at: Date;
    /** Null until the webhook has a secret. */
    secret_key_id: string | null;
    sealed_secret: string | null;
    /** The previous secret also signs requests until it expires. */
    previous_secret_key_id: string | null;
    previous_sealed_secret: string | null;
    previous_secret_expires_at: Date | null;
    /** Time since which every request has failed; null after a successful request. */
    failing_since: Date | null;
    disabled_at: Date | null;
    disabled_reason: string | null;
  };
  convo_webhook_deliveries: {
    event_id: string;
    webhook_id: string;
    state: 'pending' | 'delivered' | 'failed';
    attempts: Generated<number>;
    created_at: Date;
    last_attempt_at: Date | null;
    next_attempt_at: Date | null;
    delivered_at: Date | null;
    last_status: number | null;
    last_error: string | null;
    /** Id of the process that is sending the request. */
    claimed_by: string | null;
    /** Time from which another process may send the request. */
    claimed_until: Date | null;
    /** Position of the event; null if an earlier release has added the delivery. */
    position: number | null;
  };
}

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

interface PlatformTables {
  connections: {
    name: string;
    kind: ConnectorKind;
    tool_prefix: string;
    created_at: Generated<Date>;
  };
  /** Accounts of users; an account without a token is pending. */
  connected_accounts: {
    connection_name: string;
    identifier: string;
    token_key_id: string | null;
    sealed_token: string | null;
    expires_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** Whether the account belongs to the development identity, the user of all calls while authentication is off. */
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
    /** Time at which a newer API key replaced this one, which then works until `expires_at`. */
    superseded_at: Date | null;
  };
  /** Calls with an idempotency key. */
  keyed_calls: {
    service: ConnectorKind;
    user_id: string;
    key: string;
    /** Hash of the tool and its input. */
    digest: string;
    /** Null until the transaction of the call commits. */
    result: ColumnType<unknown, string | undefined, string>;
    created_at: Date;
  };
  /** Ids in imported files, and the ids under which their records are stored. */
  platform_imported_ids: {
    /** Kind of the imported record; `topic` for the topic of a conversation, `trigger` for a keyword of a topic. */
    kind: string;
    source_id: string;
    id: string;
  };
}
