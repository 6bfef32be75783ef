import type { Generated } from 'kysely';
import type { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';

export interface EventTables {
  convo_events: {
    id: string;
    organization_id: string;
    /** In the stream of the organization, from 1 and without gaps. */
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
    /** Since when every request has failed; null after a successful one. */
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
    /** When another process may send the request. */
    claimed_until: Date | null;
    /** Position of the event; null if an earlier release has added the delivery. */
    position: number | null;
  };
}

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];
